import type { Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Found } from '../gateways/find-gateways.ts';
import type { Choice } from '../gateways/attempts/transport-order.ts';
import type { Goal } from '../model/goal.ts';
import { type AttemptParts, attempt } from './attempts/attempt.ts';
import type { PortForwards } from './forwarding/port-forwards.ts';
import type { LinkSettings } from './link.ts';
import type { StateLifetime } from './machine.ts';
import { type WatchParts, watchLink } from './monitoring/watch-link.ts';
import { watchExit, type WatchExitParts } from './monitoring/watch-exit.ts';
import { watchDrain, type WatchDrainParts } from './monitoring/watch-drain.ts';
import { watchOpenvpn, type WatchOpenvpnParts } from './monitoring/watch-openvpn.ts';
import {
  type RequestedLocationParts,
  watchRequestedLocation,
} from './monitoring/watch-requested-location.ts';
import { watchWireguard, type WatchWireguardParts } from './monitoring/watch-wireguard.ts';
import type { Connected, Message, State } from './state.ts';

export interface WorkParts
  extends AttemptParts,
    WatchParts,
    WatchOpenvpnParts,
    WatchExitParts,
    Pick<WatchWireguardParts, 'moveHistory'>,
    WatchDrainParts,
    Omit<RequestedLocationParts, 'admissionEndpoint'> {
  /** Forwards ports to this machine; absent where the system does not support it. */
  readonly forwards?: Pick<PortForwards, 'run'> | undefined;
  readonly settings: () => LinkSettings & Choice;
  /** Gets the newest list of gateways. */
  readonly findGateways: (goal: Goal, signal: AbortSignal) => Promise<Result<Found, BlockReason>>;
  /** Called when a tunnel is up and when an attempt failed: the time to fetch changes. */
  readonly onEntered: (state: State) => void;
}

/** Runs the tasks of a state. Reports by messages, and never rejects. */
export async function runState(parts: WorkParts, state: State, lifetime: StateLifetime): Promise<void> {
  try {
    await runTasks(parts, state, lifetime);
  } catch (error) {
    if (lifetime.signal.aborted) return;
    parts.log.error({ state: state.kind, err: error }, 'The tasks of a state failed');
    if (state.kind === 'connecting')
      lifetime.report({ kind: 'attempt-failed', key: state.key, reason: 'tunnel_device_failed' });
  }
}

async function runTasks(parts: WorkParts, state: State, lifetime: StateLifetime): Promise<void> {
  switch (state.kind) {
    case 'disconnected':
      if (await lifetime.blocked) await parts.link.lower();
      break;
    case 'connecting': {
      const { key, connectionAttempt } = state;
      if (connectionAttempt === null) {
        if (!(await lifetime.blocked)) return;
        // The rules block traffic through an unresponsive tunnel, and its routes would send the query into it.
        await parts.link.lower();
        if (!parts.signedIn()) {
          lifetime.report({ kind: 'attempt-failed', key, reason: 'not_signed_in' });
          return;
        }
        const found = await parts.findGateways(state.goal, lifetime.signal);
        if (lifetime.signal.aborted) return;
        lifetime.report(
          found.ok
            ? { kind: 'gateways-known', key, ...found.value }
            : { kind: 'attempt-failed', key, reason: found.error },
        );
        return;
      }
      const tried = await attempt(parts, connectionAttempt, lifetime, (session) =>
        lifetime.report({ kind: 'admitted', key, session }),
      );
      if (lifetime.signal.aborted) return;
      lifetime.report(outcomeOf(key, tried));
      return;
    }
    case 'connected':
      if (!(await lifetime.blocked)) return;
      parts.onEntered(state);
      await Promise.all([
        watchTunnel(parts, state, lifetime),
        watchRequestedLocation(parts, state, lifetime),
        watchExit(parts, state, lifetime),
        watchDrain(parts, state, lifetime),
        parts.forwards?.run(state, lifetime),
      ]);
      return;
    case 'disconnecting':
      await parts.link.lower();
      if (!lifetime.signal.aborted) lifetime.report({ kind: 'lowered', key: state.key });
      return;
    case 'error':
      if (await lifetime.blocked) await parts.link.lower();
      break;
  }
  if (!lifetime.signal.aborted) parts.onEntered(state);
}

function outcomeOf(key: string, tried: Awaited<ReturnType<typeof attempt>>): Message {
  if (tried.ok) return { kind: 'raised', key, session: tried.value };
  return tried.error === 'standby_gone'
    ? { kind: 'standby-gone', key }
    : { kind: 'attempt-failed', key, reason: tried.error };
}

/** Watches the tunnel itself, and retries WireGuard over UDP if it uses a fallback. */
async function watchTunnel(
  parts: WorkParts,
  { key, since, session }: Connected,
  lifetime: StateLifetime,
): Promise<void> {
  if (session.protocol === 'openvpn') {
    const running = { key, since, session };
    await Promise.all([watchOpenvpn(parts, running, lifetime), watchWireguard(parts, running, lifetime)]);
    return;
  }
  const running = { key, since, session };
  await Promise.all([watchLink(parts, running, lifetime), watchWireguard(parts, running, lifetime)]);
}
