export { type KeptLine, lineFile } from './line.store.ts';
export { measureLine } from './measure-line.ts';
export { createMeasuring, type Measuring } from './measuring.ts';
