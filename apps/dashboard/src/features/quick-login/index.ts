export { CodeInstructions } from './code-instructions.tsx';
