// Draws the chances of several variants as lines.
import { plotted, wholeTicks } from '../../ui/charts/chart.js';
import { lineMarks } from '../../ui/charts/legend.js';

/** @typedef {import('./value_chances.js').Figure} Figure */

/**
 * @param {number} width @param {{label: string, figures: Figure[]}[]} drawn
 * @param {import('../../ui/charts/bars.js').Axes<Figure>} how
 */
export const lines = (width, drawn, how) => plotted((plot) => draw(plot, width, drawn, how))(width);

/**
 * @param {any} plot @param {number} width @param {{label: string, figures: Figure[]}[]} drawn
 * @param {import('../../ui/charts/bars.js').Axes<Figure>} how
 */
const draw = (plot, width, drawn, { ends: [low, high], title, number, chance, log, told }) => {
  const points = drawn.flatMap(({ figures: own }) => own);
  const top = Math.max(...points.map(({ p }) => p));
  const bottom = log ? Math.min(...points.map(({ p }) => p).filter((p) => p > 0)) / 2 : 0;
  const marks = drawn.flatMap(({ figures: own }, place) => lineMarks(plot, own, place, own.length > 40 ? 2 : 4));
  const tips = drawn.flatMap(({ label, figures: own }) =>
    own.map((figure) => ({ x: figure.x, p: figure.p, text: [label, ...told(figure, own.length)].join('\n') })),
  );
  return plot.plot({
    width,
    height: Math.round(Math.min(340, Math.max(220, width * 0.45))),
    marginLeft: log ? 58 : 48,
    marginBottom: 40,
    marginTop: 16,
    x: {
      domain: [low - 0.6, high + 0.6],
      ticks: wholeTicks(low, high, width - 60),
      tickFormat: number,
      label: title,
      labelAnchor: 'center',
    },
    y: {
      domain: [bottom, top],
      type: log ? 'log' : 'linear',
      ticks: 5,
      tickFormat: chance,
      label: null,
      grid: true,
      nice: !log,
    },
    marks: [
      ...(log ? [] : [plot.ruleY([0])]),
      ...marks,
      plot.tip(
        tips,
        plot.pointer({ x: 'x', y: 'p', title: 'text', fill: 'var(--sheet)', stroke: 'var(--edge)', fontSize: 13 }),
      ),
    ],
  });
};
