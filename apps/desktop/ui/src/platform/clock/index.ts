export { everySecond } from './every-second.ts';
export { useNow } from './use-now.ts';
