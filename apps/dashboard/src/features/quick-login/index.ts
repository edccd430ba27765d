export { WhereTheCodeIs } from './where-the-code-is.tsx';
