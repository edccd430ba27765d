export { ProofPage } from './proof-page.tsx';
export { resultOf, resultOfAll } from './results.ts';
