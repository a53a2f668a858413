// The parts of Observable Plot that the pages draw with.
export {
  areaY, axisX, axisY, barX, barY, cell, dot, gridX, gridY, lineY, plot, pointerX, ruleX, ruleY, text, tickX, tip,
} from '@observablehq/plot';
