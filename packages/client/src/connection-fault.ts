import { certificateFaultOf, errorCodeIn } from '@comet/foundation';

/** Returns for a log what is wrong with the certificate of the API, with the remedy for an untrusted one; null if it is not the reason. */
export const certificateFault = (error: unknown): string | null => certificateFaultOf(error, 'the API');

/**
 * Returns the reason of a failed connection to the API for a log: the fault of the certificate, or the system's error code
 * (`ECONNREFUSED`); null without a code. It identifies no customer.
 */
export function connectionFault(error: unknown): string | null {
  const code = errorCodeIn(error);
  return certificateFault(error) ?? (code === null ? null : `Unable to connect to the API (${code})`);
}
