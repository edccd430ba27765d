export { type KeptLine, lineFile, createMeasuring, type Measuring } from './measuring.ts';
export { measureLine } from './measure-line.ts';
