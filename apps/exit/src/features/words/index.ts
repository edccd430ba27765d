export { carryOut } from './carry-out.ts';
export { parseWords } from './parse-words.ts';
