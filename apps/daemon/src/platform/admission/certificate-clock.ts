import type { Clock } from '@comet/foundation';

/** Direction in which this machine's clock seems to be wrong. */
export type ClockFault = 'clock_ahead' | 'clock_behind';

/** Tolerated clock error in ms: one hour, the size of a wrong time zone. */
const maxError = 30 * 60_000;
/** Maximum difference in ms between clock and monotonic time since the evidence; a larger one invalidates the evidence. */
const maxDrift = 60_000;

/** Clock faults by certificate error (Node's names for OpenSSL's codes). */
const refusals: ReadonlyMap<unknown, ClockFault> = new Map([
  ['CERT_NOT_YET_VALID', 'clock_behind'],
  ['CERT_HAS_EXPIRED', 'clock_ahead'],
]);

/** Collects evidence of a wrong clock, so that a resulting failure can be reported as one. It affects messages only. */
export interface CertificateClock {
  /** Records the `Date` of a response (RFC 9110 §6.6.1) from a server with a valid certificate; null if it has none. */
  received(date: string | null): void;
  /** Records the error of a failed connection. */
  failed(error: unknown): void;
  /** Null without evidence that the clock is wrong, or if the clock was set or the machine slept since then. */
  fault(): ClockFault | null;
}

/** `passed`: a monotonic clock in ms. */
export function certificateClock(
  clock: Clock,
  passed: () => number = () => performance.now(),
): CertificateClock {
  const drift = (): number => clock.now().getTime() - passed();
  /** The last evidence, and the offset between clock and monotonic time at that moment. */
  let dated: { readonly fault: ClockFault | null; readonly drift: number } | null = null;
  let rejected: { readonly fault: ClockFault; readonly drift: number } | null = null;

  return {
    received(date) {
      const off = clock.now().getTime() - Date.parse(date ?? '');
      if (Number.isNaN(off)) return;
      const fault = off > maxError ? 'clock_ahead' : off < -maxError ? 'clock_behind' : null;
      dated = { fault, drift: drift() };
    },
    failed(error) {
      const fault = refusals.get(error instanceof Error && 'code' in error ? error.code : null);
      if (fault !== undefined) rejected = { fault, drift: drift() };
    },
    fault() {
      const now = drift();
      const isCurrent = (evidence: { readonly drift: number }): boolean =>
        Math.abs(now - evidence.drift) < maxDrift;
      // A time server is more reliable than a certificate, which may have been issued with a wrong clock.
      if (dated !== null && isCurrent(dated)) return dated.fault;
      return rejected !== null && isCurrent(rejected) ? rejected.fault : null;
    },
  };
}
