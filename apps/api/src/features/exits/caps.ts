import type { ExitTicketClaims } from '@comet/admission';
import type { StoredExit } from './exits.store.ts';

type Caps = ExitTicketClaims['caps'];

/** What may go through an exit: the lower of what its owner and the operator allow. */
export function capsOf(
  exit: Pick<StoredExit, 'capBytesPerSecond' | 'capDayBytes' | 'limitBytesPerSecond' | 'limitDayBytes'>,
): Caps {
  return {
    bytesPerSecond: lower(exit.capBytesPerSecond, exit.limitBytesPerSecond),
    dayBytes: lower(exit.capDayBytes, exit.limitDayBytes),
  };
}

function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
