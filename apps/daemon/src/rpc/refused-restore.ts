import { type BlockReason, isAccountRefusal } from '@comet/tunnel-protocol';
import type { Directory } from '../gateways/directory.ts';
import { sameExit } from '../gateways/attempts/gateway-exit.ts';
import type { DeviceKeys } from '../tickets/device-keys.ts';
import type { TicketStore } from '../tickets/ticket-store.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import type { Goal } from '../tunnel/state.ts';
import { fresh } from '../tunnel/transitions.ts';

export interface RefusedRestoreParts {
  readonly tunnel: Pick<Tunnel, 'state'>;
  readonly directory: Pick<Directory, 'destinationsFor'>;
  readonly tickets: Pick<TicketStore, 'refusal'>;
  readonly keys: Pick<DeviceKeys, 'current'>;
  /** Calls back after so many milliseconds; what it returns takes that back. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** Maximum time in ms to wait for the API's answer: without one, the tunnel is given up for the other place as the user asked. */
const patience = 2_000;

/**
 * Why the account refuses a ticket for another place than a tunnel that is up leads to. The API is asked through that tunnel, which stands
 * meanwhile; the state machine and its rules take no part. Null where nothing is refused, where the tunnel leads there already, and where
 * nobody can tell in time: the connect finds out.
 */
export async function refusedRestore(
  { tunnel, directory, tickets, keys, after }: RefusedRestoreParts,
  goal: Goal,
): Promise<BlockReason | null> {
  const { state } = tunnel;
  const key = keys.current();
  if (state.kind !== 'connected' || key === null) return null;
  const wanted = directory.destinationsFor(goal, fresh)?.wanted ?? [];
  const here = state.session.gateway;
  const [first] = wanted;
  if (first === undefined || wanted.some((one) => one.id === here.id && sameExit(one.exit, here.exit)))
    return null;
  const late = new AbortController();
  const forget = after(patience, () => late.abort());
  const refusal = await tickets.refusal(first, key.publicKey, late.signal).finally(forget);
  return refusal !== null && isAccountRefusal(refusal) ? refusal : null;
}
