export { everySecond } from './every-second.ts';
export { type Clock, clockTowards, useNow } from './use-now.ts';
