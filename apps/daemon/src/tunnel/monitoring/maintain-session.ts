import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type TunnelEnds,
  finishPostQuantumPsk,
  offerPostQuantumPsk,
  postQuantumPskPort,
  postQuantumPskSizes,
} from '@comet/admission';
import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { Session, WireguardSession } from '../../model/session.ts';
import type { RunTool } from '../../platform/system/run-tool.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import { type maintainMtu, measuredTunnelOf } from '../mtu/maintain-mtu.ts';
import type { State } from '../state.ts';

/** The address at which the gateway agrees on post-quantum PSKs, and the local address; both inside the tunnel. */
interface PostQuantumPskAddresses {
  readonly from: string;
  readonly to: string;
}

/**
 * Agrees on a preshared key with the gateway, which has set it then; null if the gateway offers none, or if the two round trips take longer
 * than `timeout` milliseconds.
 */
export function agreePostQuantumPsk(
  ends: TunnelEnds,
  { from, to }: PostQuantumPskAddresses,
  signal: AbortSignal,
  timeout: number,
): Promise<string | null> {
  return new Promise((resolve) => {
    const offer = offerPostQuantumPsk();
    let received = Buffer.alloc(0);
    let presharedKey: string | null = null;
    const socket = connect({ host: to, port: postQuantumPskPort, localAddress: from, noDelay: true });
    const finish = (key: string | null): void => {
      signal.removeEventListener('abort', abort);
      clearTimeout(timer);
      socket.destroy();
      resolve(key);
    };
    const abort = (): void => finish(null);
    const timer = setTimeout(abort, timeout);
    signal.addEventListener('abort', abort);
    socket.once('connect', () => socket.write(offer.message));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (presharedKey === null && received.length >= postQuantumPskSizes.reply) {
        const finished = finishPostQuantumPsk(ends, offer, received.subarray(0, postQuantumPskSizes.reply));
        if (finished === null) {
          finish(null);
          return;
        }
        ({ presharedKey } = finished);
        received = received.subarray(postQuantumPskSizes.reply);
        socket.write(finished.confirmation);
      }
      if (presharedKey !== null && received.length >= postQuantumPskSizes.done)
        finish(received[0] === 1 ? presharedKey : null);
    });
    for (const event of ['error', 'close', 'end'] as const) socket.once(event, abort);
    if (signal.aborted) abort();
  });
}

/**
 * Timeouts in ms of the attempts to agree on a post-quantum PSK; the next attempt begins after each. A gateway that has just started, or a
 * connection that lost the first packet, is retried soon; a gateway without support is not contacted after half a minute.
 */
const attemptTimeouts = [2_000, 2_000, 4_000, 8_000, 8_000] as const;

/** Delay in ms: connecting has priority. */
const startDelay = 20;

/** Means to find the packet size that a network supports. */
export interface PacketSizes {
  /** The mark of the tunnel's outer packets; 0 if they are not marked. */
  readonly fwmark: number;
  /** Null if the MTU cannot be measured: the gateway's value is used. */
  readonly find: typeof maintainMtu | null;
}

interface SessionMaintenanceParts {
  readonly wireguard: Pick<Wireguard, 'setMtu' | 'setPresharedKey'>;
  /** The link of OpenVPN's tunnels. */
  readonly openvpnLink: string;
  readonly run: RunTool;
  readonly sizes: PacketSizes;
  /** Whether a post-quantum PSK is wanted. It protects recorded traffic against future quantum computers. */
  readonly postQuantum: () => boolean;
  readonly onPostQuantumChange: () => void;
  readonly log: Log;
  readonly agree?: typeof agreePostQuantumPsk;
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The steps for a tunnel that is up and already carries traffic: its post-quantum PSK, then its packet size. */
interface SessionMaintenance {
  /** True while the tunnel's keys combine both kinds of key agreement. */
  readonly isPostQuantum: boolean;
  onState(state: State): void;
  /** The path to the gateway may have changed, and with it its MTU. */
  onNetwork(): void;
  close(): void;
}

/** Starts the maintenance of sessions; it acts on each `onState`, until `close`. */
export function maintainSession(parts: SessionMaintenanceParts): SessionMaintenance {
  const { wireguard, log } = parts;
  const pause =
    parts.pause ??
    ((milliseconds: number, signal: AbortSignal) =>
      sleep(milliseconds, undefined, { signal }).catch(() => undefined));
  let current = { key: '', ticket: '', session: null as Session | null, leave: new AbortController() };
  let measuring = new AbortController();
  let isPostQuantum = false;

  async function maintain(session: WireguardSession, isNew: boolean, signal: AbortSignal): Promise<void> {
    const { gateway, admittance, publicKey } = session;
    const to = admittance.dns.find((server) => !server.includes(':'));
    if (to === undefined) return;
    const ends = { client: publicKey, gateway: gateway.wireguardPublicKey };
    const addresses = { from: admittance.ipv4, to };
    const [first, ...others] = attemptTimeouts;
    await sleep(startDelay);
    if (parts.postQuantum() && !signal.aborted) await agreeOnce(ends, addresses, first, isNew, signal);
    if (isNew && !signal.aborted) await measure(session, signal);
    for (const timeout of others) {
      if (isPostQuantum || !parts.postQuantum()) return;
      await pause(timeout / 2, signal);
      if (signal.aborted) return;
      await agreeOnce(ends, addresses, timeout, true, signal);
    }
  }

  /** Measures the MTU; a pending measurement, which began on another network, is aborted. */
  async function measure(session: Session, signal: AbortSignal): Promise<void> {
    const tunnel = measuredTunnelOf(session);
    const { fwmark, find } = parts.sizes;
    if (tunnel === null || find === null) return;
    measuring.abort();
    measuring = new AbortController();
    const setMtu = (mtu: number): Promise<unknown> =>
      session.protocol === 'wireguard'
        ? wireguard.setMtu(mtu)
        : parts.run('ip', ['link', 'set', 'dev', parts.openvpnLink, 'mtu', String(mtu)]);
    await find(
      { run: parts.run, fwmark, log, setMtu: async (mtu) => void (await setMtu(mtu)) },
      tunnel,
      AbortSignal.any([signal, measuring.signal]),
    );
  }

  const failed = (error: unknown): void =>
    log.warn({ reason: reasonOf(error) }, 'The session could not be maintained');

  /** One attempt. `isFirst`: there is no earlier post-quantum PSK to remove if none is agreed. */
  async function agreeOnce(
    ends: TunnelEnds,
    addresses: PostQuantumPskAddresses,
    timeout: number,
    isFirst: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const key = await (parts.agree ?? agreePostQuantumPsk)(ends, addresses, signal, timeout);
    if (signal.aborted) return;
    // A renewed session begins without one at the gateway, so the old one must be removed here too.
    if (key !== null || !isFirst) await wireguard.setPresharedKey(key);
    isPostQuantum = key !== null;
    log.info({ isPostQuantum }, 'A post-quantum PSK was negotiated');
    parts.onPostQuantumChange();
  }

  function onNetwork(): void {
    const { session, leave } = current;
    if (session !== null) measure(session, leave.signal).catch(failed);
  }

  return {
    get isPostQuantum() {
      return isPostQuantum;
    },
    onState(state) {
      const session = state.kind === 'connected' ? state.session : null;
      const ticket = session?.protocol === 'wireguard' ? session.ticket : '';
      if (state.key === current.key && ticket === current.ticket) {
        const isMeasured = (one: Session | null): boolean => one !== null && measuredTunnelOf(one) !== null;
        const moved = !isMeasured(current.session) && isMeasured(session);
        current.session = session;
        if (moved) onNetwork();
        return;
      }
      const isNew = state.key !== current.key;
      current.leave.abort();
      current = { key: state.key, ticket, session, leave: new AbortController() };
      if (isNew) isPostQuantum = false;
      if (session === null) return;
      const { signal } = current.leave;
      // OpenVPN has its own keys.
      const work =
        session.protocol === 'wireguard' ? maintain(session, isNew, signal) : measure(session, signal);
      work.catch(failed);
    },
    onNetwork,
    close: () => current.leave.abort(),
  };
}
