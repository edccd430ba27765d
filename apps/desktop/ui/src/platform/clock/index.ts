export { type Clock, clockTowards, useNow, everySecond } from './use-now.ts';
