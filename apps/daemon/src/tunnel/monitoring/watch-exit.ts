import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { ReceiveExitWords } from '../../platform/openvpn/exit-status.ts';
import type { Stay } from '../machine.ts';
import { leaseOf } from '../session.ts';
import type { Connected, Dedicated } from '../state.ts';

/** Milliseconds until a gateway that says nothing of exits is asked again, and between two looks at a dedicated address. */
const pause = { words: 5_000, dedicated: 20_000 };

export interface WatchExitParts {
  /** Has the gateway tell whether it has an exit for the session. */
  readonly receiveExitWords: ReceiveExitWords;
  /** How a dedicated address is reached now. */
  readonly dedicatedNow: (serviceId: string, signal: AbortSignal) => Promise<Result<Dedicated, BlockReason>>;
  readonly rest?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Looks after what a session leaves by, behind its gateway: the gateway tells when it has no exit for it any more, where another may have
 * one; and the API is asked whether a dedicated address is still this one, and here. A tunnel that leaves by the gateway has nothing of it.
 */
export async function watchExit(parts: WatchExitParts, state: Connected, stay: Stay): Promise<void> {
  const { gateway } = state.session;
  if (gateway.exit === undefined) return;
  const { dedicated } = state.goal;
  await Promise.all([
    followWords(parts, state, stay),
    dedicated ? followAddress(parts, { key: state.key, dedicated }, stay) : undefined,
  ]);
}

async function followWords(
  parts: WatchExitParts,
  { key, session }: Connected,
  { signal, tell }: Stay,
): Promise<void> {
  const { ipv4: from, dns } = leaseOf(session);
  const to = dns.find((server) => !server.includes(':'));
  if (to === undefined) return;
  const onWord = (word: string): void => {
    if (word === 'gone' && !signal.aborted) tell({ kind: 'exit-gone', key });
  };
  while (!signal.aborted) {
    await parts.receiveExitWords({ from, to }, onWord, signal);
    await restOf(parts)(pause.words, signal);
  }
}

async function followAddress(
  parts: WatchExitParts,
  { key, dedicated }: { readonly key: string; readonly dedicated: Dedicated },
  { signal, tell }: Stay,
): Promise<void> {
  const { serviceId, address, gatewayId } = dedicated;
  while (!signal.aborted) {
    await restOf(parts)(pause.dedicated, signal);
    if (signal.aborted) return;
    const now = await parts.dedicatedNow(serviceId, signal);
    // Whatever else the API says may pass; the gateway knows better what it carries.
    const moved = now.ok && (now.value.address !== address || now.value.gatewayId !== gatewayId);
    if (moved && !signal.aborted) tell({ kind: 'exit-gone', key });
  }
}

const restOf =
  ({ rest }: WatchExitParts) =>
  (milliseconds: number, signal: AbortSignal): Promise<void> =>
    rest === undefined
      ? sleep(milliseconds, undefined, { signal }).catch(() => undefined)
      : rest(milliseconds, signal);
