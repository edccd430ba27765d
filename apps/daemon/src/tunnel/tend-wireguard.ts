import { setTimeout as sleep } from 'node:timers/promises';
import type { RunTool } from '../platform/run-tool.ts';
import type { Wireguard } from '../platform/wireguard.ts';
import type { TunnelEnds } from '@comet/admission';
import { agreeSecondKey, type SecondKeyPlace } from './agree-second-key.ts';
import { keepMtu } from './keep-mtu.ts';
import type { State, WireguardSession } from './state.ts';

/**
 * Milliseconds that each try at a second key may take, and after which the next begins. A gateway that has just started, or a line that
 * lost the first packet, is asked again soon; one that offers no such key is left alone after half a minute.
 */
const tries = [2_000, 2_000, 4_000, 8_000, 8_000] as const;

export interface TendParts {
  readonly wireguard: Pick<Wireguard, 'setMtu' | 'strengthen'>;
  readonly run: RunTool;
  readonly fwmark: number;
  /** Whether a second key is wanted, against those who record now and compute later. */
  readonly postQuantum: () => boolean;
  readonly onStrengthened: () => void;
  readonly log: (line: string) => void;
  readonly agree?: typeof agreeSecondKey;
  readonly measure?: typeof keepMtu;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What is done for a tunnel once it is up and carries traffic already: its second key, then its packet size. */
export interface Tending {
  /** True while the tunnel's keys are of two kinds. */
  readonly strengthened: boolean;
  onState(state: State): void;
  close(): void;
}

export function tendWireguard(parts: TendParts): Tending {
  const { wireguard, log } = parts;
  const pause =
    parts.pause ??
    ((milliseconds: number, signal: AbortSignal) =>
      sleep(milliseconds, undefined, { signal }).catch(() => undefined));
  let tended = { key: '', ticket: '', leave: new AbortController() };
  let strengthened = false;

  async function tend(session: WireguardSession, isNew: boolean, signal: AbortSignal): Promise<void> {
    const { gateway, admittance, publicKey } = session;
    const to = admittance.dns.find((server) => !server.includes(':'));
    if (to === undefined) return;
    const ends = { client: publicKey, gateway: gateway.wireguardPublicKey };
    const place = { from: admittance.ipv4, to };
    const [first, ...others] = tries;
    if (parts.postQuantum()) await strengthen(ends, place, first, isNew, signal);
    // Through two gateways the routes bear the size, since the link carries the outer packets too.
    if (isNew && !signal.aborted && session.via === undefined) {
      const { ipv4, mtu } = admittance;
      const measured = { gateway: gateway.address, ipv4, answers: to, mtu };
      await (parts.measure ?? keepMtu)(parts, measured, signal);
    }
    for (const patience of others) {
      if (strengthened || !parts.postQuantum()) return;
      await pause(patience / 2, signal);
      if (signal.aborted) return;
      await strengthen(ends, place, patience, true, signal);
    }
  }

  /** One try. `isFirst`: there is no earlier second key that has to go where none comes. */
  async function strengthen(
    ends: TunnelEnds,
    place: SecondKeyPlace,
    patience: number,
    isFirst: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const key = await (parts.agree ?? agreeSecondKey)(ends, place, signal, patience);
    if (signal.aborted) return;
    // A renewed session begins without one at the gateway, so an old one of ours must go too.
    if (key !== null || !isFirst) await wireguard.strengthen(key);
    strengthened = key !== null;
    log(strengthened ? 'the tunnel has a second key, by ML-KEM-768' : 'no second key was agreed on');
    parts.onStrengthened();
  }

  return {
    get strengthened() {
      return strengthened;
    },
    onState(state) {
      // OpenVPN breaks large packets up and joins them again, and has keys of its own.
      const session =
        state.kind === 'connected' && state.session.protocol === 'wireguard' ? state.session : null;
      const ticket = session?.ticket ?? '';
      if (state.key === tended.key && ticket === tended.ticket) return;
      const isNew = state.key !== tended.key;
      tended.leave.abort();
      tended = { key: state.key, ticket, leave: new AbortController() };
      if (isNew) strengthened = false;
      if (session === null) return;
      tend(session, isNew, tended.leave.signal).catch((error: unknown) =>
        log(`tending the tunnel: ${error instanceof Error ? error.message : String(error)}`),
      );
    },
    close: () => tended.leave.abort(),
  };
}
