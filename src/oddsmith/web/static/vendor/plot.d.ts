// The parts of Observable Plot that the pages draw with.
export {
  axisX, axisY, cell, dot, gridY, lineY, plot, pointer, pointerX, rectY, ruleX, ruleY, text, tip,
} from '@observablehq/plot';
