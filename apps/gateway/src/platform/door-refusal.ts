import { type DoorErrorCode, doorErrorCodes } from '@comet/contract';
import type { DoorAnswer } from './door-request.ts';

/** What whoever is not let in is answered. Who came too often may try again in a second. */
export function refuse(code: DoorErrorCode): DoorAnswer {
  const { status, text } = doorErrorCodes[code];
  const body = { error: { code, message: text } };
  return code === 'rate_limited' ? { status, body, retryAfter: 1, code } : { status, body, code };
}
