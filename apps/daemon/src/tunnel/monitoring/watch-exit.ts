import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Dedicated } from '../../model/goal.ts';
import type { ReceiveExitStatus } from '../../platform/openvpn/exit-status.ts';
import type { StateLifetime } from '../machine.ts';
import { leaseOf } from '../session.ts';
import type { Connected } from '../state.ts';

/** Milliseconds until a gateway that reports no exits is queried again, and between two checks of a dedicated address. */
const pause = { exitStatus: 5_000, dedicated: 20_000 };

export interface WatchExitParts {
  /** Queries the gateway whether it has an exit for the session. */
  readonly receiveExitStatus: ReceiveExitStatus;
  /** Returns how a dedicated address is reached now. */
  readonly resolveDedicatedIp: (
    serviceId: string,
    signal: AbortSignal,
  ) => Promise<Result<Dedicated, BlockReason>>;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Monitors a session's exit behind its gateway: the gateway reports when it has no exit for it any more, while another gateway may have
 * one; and the API is queried whether a dedicated address is unchanged and still at this gateway. Without a separate exit it does nothing.
 */
export async function watchExit(
  parts: WatchExitParts,
  state: Connected,
  lifetime: StateLifetime,
): Promise<void> {
  const { gateway } = state.session;
  if (gateway.exit === undefined) return;
  const { dedicated } = state.goal;
  await Promise.all([
    followExitStatus(parts, state, lifetime),
    dedicated ? followDedicatedAddress(parts, { key: state.key, dedicated }, lifetime) : undefined,
  ]);
}

async function followExitStatus(
  parts: WatchExitParts,
  { key, session }: Connected,
  { signal, report }: StateLifetime,
): Promise<void> {
  const { ipv4: from, dns } = leaseOf(session);
  const to = dns.find((server) => !server.includes(':'));
  if (to === undefined) return;
  const onStatus = (status: string): void => {
    if (status === 'gone' && !signal.aborted) report({ kind: 'exit-gone', key });
  };
  while (!signal.aborted) {
    await parts.receiveExitStatus({ from, to }, onStatus, signal);
    await waitOf(parts)(pause.exitStatus, signal);
  }
}

async function followDedicatedAddress(
  parts: WatchExitParts,
  { key, dedicated }: { readonly key: string; readonly dedicated: Dedicated },
  { signal, report }: StateLifetime,
): Promise<void> {
  const { serviceId, address, gatewayId } = dedicated;
  while (!signal.aborted) {
    await waitOf(parts)(pause.dedicated, signal);
    if (signal.aborted) return;
    const now = await parts.resolveDedicatedIp(serviceId, signal);
    // Other errors of the API may be temporary; the gateway reports the state of its exit.
    const moved = now.ok && (now.value.address !== address || now.value.gatewayId !== gatewayId);
    if (moved && !signal.aborted) report({ kind: 'exit-gone', key });
  }
}

const waitOf =
  ({ wait }: WatchExitParts) =>
  (milliseconds: number, signal: AbortSignal): Promise<void> =>
    wait === undefined
      ? sleep(milliseconds, undefined, { signal }).catch(() => undefined)
      : wait(milliseconds, signal);
