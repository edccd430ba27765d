export { admit } from './admit.ts';
export { useEnter } from './enter.ts';
