export { backoffDelay } from './backoff.ts';
export { fromBase64url, toBase64url } from './base64url.ts';
export { type Clock, manualClock, systemClock, unixSeconds } from './clock.ts';
export { formatMoney, type Money } from './money.ts';
export { randomToken } from './random.ts';
export { err, ok, type Result } from './result.ts';
