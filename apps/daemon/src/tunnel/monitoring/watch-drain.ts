import { type Clock, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { Gateway } from '../../model/gateway.ts';
import type { WireguardSession } from '../../model/session.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import { present } from '../../tickets/present-ticket.ts';
import { peerOf } from '../link.ts';
import type { StateLifetime } from '../machine.ts';
import type { Connected } from '../state.ts';
import { canMoveOpen, plannedMove, type PlannedMoveParts } from './planned-move.ts';
import type { RenewalParts } from './watch-link.ts';
import { sleepUntilAborted } from '../sleep-until-aborted.ts';

/** Intervals in ms: between two looks at the list in memory, and between two attempts to move. */
const intervals = { check: 5_000, retry: 30_000 };
/** Milliseconds after the deadline within which the clients of a gateway move, spread evenly. */
const spreadOver = 300_000;
/** Milliseconds until the rules that permit the handshake are in force. */
const rulesDelay = 300;
/** Timeout in ms of the handshake. The device repeats a lost first packet after 5 s. */
const timeout = 8_000;
const handshakePause = 50;
/** Gateways that are tried in one attempt. */
const maxCandidates = 2;

export interface WatchDrainParts extends RenewalParts, PlannedMoveParts {
  readonly wireguard: Wireguard;
  readonly clock: Clock;
  readonly log: Log;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/**
 * Moves the tunnel away from a gateway that drains, within five minutes after its deadline. Over WireGuard the new tunnel is made first:
 * its ticket is presented through the running tunnel, and its handshake completes before the switch. Other tunnels connect again, with
 * traffic blocked meanwhile. Without another gateway the tunnel stays.
 */
export async function watchDrain(
  parts: WatchDrainParts,
  state: Connected,
  { signal, report }: StateLifetime,
): Promise<void> {
  const { key, session } = state;
  const spread = parts.random() * spreadOver;
  while (!signal.aborted) {
    await sleepUntilAborted(intervals.check, signal);
    const move = plannedMove(parts, state);
    if (signal.aborted || move === null) continue;
    const { until, candidates } = move;
    if (parts.clock.now().getTime() < until.getTime() + spread) continue;
    if (candidates.length > 0) {
      if (session.protocol !== 'wireguard' || !canMoveOpen(session) || !hasCurrentKey(parts, session))
        return report({ kind: 'gateway-drains', key });
      const made = await makeFirst(parts, state.key, candidates.slice(0, maxCandidates), { signal, report });
      if (made === 'unsupported') return report({ kind: 'gateway-drains', key });
      if (made !== null) return report({ kind: 'replacement-ready', key, session: made });
    }
    await sleepUntilAborted(intervals.retry, signal);
  }
}

/** A new key in the device would end the running tunnel. */
function hasCurrentKey({ keys }: WatchDrainParts, { publicKey }: WireguardSession): boolean {
  return keys.current()?.publicKey === publicKey && !keys.isDue();
}

/** Makes the tunnel to the first candidate that responds; null without one, `unsupported` where the device can have only one tunnel. */
async function makeFirst(
  parts: WatchDrainParts,
  key: string,
  candidates: readonly Gateway[],
  { signal, report }: Pick<StateLifetime, 'signal' | 'report'>,
): Promise<WireguardSession | 'unsupported' | null> {
  const { wireguard, log } = parts;
  for (const gateway of candidates) {
    const session = await admitThroughTunnel(parts, gateway, signal);
    if (signal.aborted) return null;
    if (session === null) continue;
    report({ kind: 'replacement-admitted', key, session });
    await sleepUntilAborted(rulesDelay, signal);
    try {
      if (!(await wireguard.preparePeer(peerOf(session)))) return 'unsupported';
      const hasResponded = await untilResponse(parts, session, signal);
      if (!signal.aborted) log.info({ hasResponded }, 'The gateway drains: another one was prepared');
      if (hasResponded || signal.aborted) return hasResponded ? session : null;
      await wireguard.removePrepared();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'Another gateway could not be prepared');
    }
  }
  report({ kind: 'replacement-admitted', key, session: null });
  return null;
}

/** Presents a ticket with the device's current key. */
async function admitThroughTunnel(
  { tickets, keys, admissionEndpoint }: WatchDrainParts,
  gateway: Gateway,
  signal: AbortSignal,
): Promise<WireguardSession | null> {
  const pair = keys.current();
  if (pair === null) return null;
  const ticket = await tickets.fetch(gateway, pair.publicKey, signal);
  if (!ticket.ok || signal.aborted) return null;
  const presented = await present(admissionEndpoint, gateway, pair, ticket.value, signal);
  return presented.ok ? presented.value : null;
}

async function untilResponse(
  { wireguard }: WatchDrainParts,
  { gateway }: WireguardSession,
  signal: AbortSignal,
): Promise<boolean> {
  for (let waited = 0; waited < timeout && !signal.aborted; waited += handshakePause) {
    if (await wireguard.hasResponded(gateway.wireguardPublicKey)) return true;
    await sleepUntilAborted(handshakePause, signal);
  }
  return false;
}
