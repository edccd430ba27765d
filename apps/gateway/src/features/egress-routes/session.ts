import type { ExitClaim, EgressStatus } from '@comet/admission';
import { blockedMark } from '../../platform/routing/exit-slot.ts';
import type { EgressRouteEntry } from '../../platform/firewall/egress-route-table.ts';
import type { EgressRoute } from './decide-egress-route.ts';
import { counted, isSpent, type Meter, quotaOf, settled, usesOf } from './meter.ts';

/** The marks of IPv4 and IPv6 packets. */
export interface Marks {
  readonly mark4: number;
  readonly mark6: number;
}

/** A session that does not leave by the gateway's own addresses. */
export interface Session {
  readonly host: number;
  readonly claim: ExitClaim;
  egressRoute: EgressRoute;
  meter: Meter | null;
  isReserving: boolean;
  retryAt: number;
}

/** The entry of sessions without a route: packets are refused. */
export const blockedEntry: EgressRouteEntry = {
  mark4: blockedMark,
  mark6: blockedMark,
  address: null,
  quota: null,
};

/** Returns the kernel's entry of a session. `marksOf` returns null if the exit is gone. */
export function entryOf(
  { host, egressRoute, meter }: Session,
  marksOf: (exit: string) => Marks | null,
): EgressRouteEntry {
  const quota = meter === null || isSpent(meter) ? null : quotaOf(meter, host);
  switch (egressRoute.kind) {
    case 'gateway':
      return { mark4: null, mark6: null, address: null, quota: null };
    case 'address':
      // The address is IPv4; the gateway's IPv6 address is shared by all sessions.
      return { mark4: null, mark6: blockedMark, address: egressRoute.address, quota: null };
    case 'blocked':
      return { ...blockedEntry, quota };
    case 'exit': {
      const marks = marksOf(egressRoute.exit) ?? { mark4: blockedMark, mark6: blockedMark };
      return { ...marks, address: null, quota };
    }
  }
}

/** Returns the name of the counter of a session; empty if it is not metered. */
export function counterOf({ host, meter }: Session): string {
  return meter === null ? '' : quotaOf(meter, host).name;
}

/** Applies the session's counter to its meter, and reports the usage of each quota lease. */
export function readMeter(
  session: Session,
  bytes: number | undefined,
  use: (slice: string, usedBytes: number, done: boolean) => void,
): void {
  if (session.meter === null) return;
  if (bytes !== undefined) session.meter = counted(session.meter, bytes);
  for (const { slice, used, full } of usesOf(session.meter)) use(slice, used, full);
  session.meter = settled(session.meter);
}

/** The session's egress status. */
export function statusOf({ egressRoute, meter }: Session): EgressStatus {
  // Without quota another gateway would not help.
  const spent = meter !== null && isSpent(meter);
  return egressRoute.kind === 'blocked' && !spent ? 'gone' : 'open';
}

/** Returns the id of the quota account that pays for a session's traffic; null for a dedicated IP. */
export function quotaAccountOf(claim: ExitClaim): string | null {
  return claim.kind === 'pool' ? claim.purse : null;
}
