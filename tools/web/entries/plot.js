// The parts of Observable Plot that the pages draw with.
export { dot, lineY, plot, pointer, ruleY, tip } from '@observablehq/plot';
