import type { Admittance } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { Gateway } from '../model/gateway.ts';
import type { AdmissionEndpoint } from '../platform/admission/admission-endpoint.ts';
import type { StandbyTicket } from '../platform/files/daemon-state.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import { hasTunnelAddresses } from '../platform/openvpn/tunnel-lease.ts';
import { present } from './present-ticket.ts';
import { grantedSession, type WireguardSession } from '../model/session.ts';
import { waitWithTimeout } from './wait-with-timeout.ts';
import type { DeviceKeys } from './device-keys.ts';
import { freshStandby } from './standby.ts';

/** Minimum remaining validity in ms of a session; with less, a connect uses the admission endpoint. */
const minLeftMs = 10 * 60_000;
/** Maximum time in ms that a new presentation waits for the response to a pending one, which is aborted then. */
const timeout = 1_000;
/** Delay in ms of storing that a session is used: the connect has priority. */
const storeDelay = 1_000;

/**
 * Sessions that gateways have granted before a connect is requested: a connect with one begins with the handshake. A session is valid for
 * one connect, since the gateway then has its post-quantum PSK, which only a presentation removes.
 */
export interface StandbySessions {
  /** The standby session at a gateway; null if there is none, or while one is being requested. */
  at(gateway: Gateway): WireguardSession | null;
  /** Requests a standby session and opens the admission endpoint, where either is missing. Failures are ignored. */
  keep(gateway: Gateway, signal: AbortSignal): Promise<void>;
  /** Reserves the session. Resolves when no pending presentation to the gateway can arrive after the next one. */
  claim(gateway: Gateway): Promise<void>;
  /** Claims and returns all sessions of this process, so that the caller can release them. */
  claimAll(): Promise<readonly WireguardSession[]>;
}

interface StandbySessionsParts {
  readonly file: StateFile;
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'present' | 'warm' | 'openAt'>;
  readonly keys: Pick<DeviceKeys, 'current'>;
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Tickets whose session was used before this object was created. */
  readonly spent?: readonly string[];
}

/** Creates the store of stand-by sessions. Granted sessions are stored in `parts.file`, so that the next process can use them. */
export function standbySessions(parts: StandbySessionsParts): StandbySessions {
  const { file, admissionEndpoint, keys, clock, after, spent = [] } = parts;
  /** Tickets whose session was used while the file still lists it as prepared. */
  const used = new Set<string>(spent);
  const presenting = new Map<string, Promise<void>>();
  const kept = new Map<string, Gateway>();
  /** Number of connects by gateway: a session requested before a connect is not used after it. */
  const claims = new Map<string, number>();

  function ticketFor({ id, exit }: Gateway): StandbyTicket | null {
    const key = keys.current();
    return exit !== undefined || key === null
      ? null
      : freshStandby(file.current.standbyTickets, id, key.publicKey, clock.now());
  }

  function at(gateway: Gateway): WireguardSession | null {
    if (presenting.has(gateway.id)) return null;
    const { ticket, publicKey, granted: admittance } = ticketFor(gateway) ?? {};
    if (ticket === undefined || publicKey === undefined || admittance === undefined) return null;
    if (used.has(ticket) || !isUsable(admittance, gateway, clock.now())) return null;
    return grantedSession({ gateway, ticket, publicKey, admittance });
  }

  /** Updates the file if it still contains the ticket. */
  async function updateTicket(ticket: string, granted: Admittance | undefined): Promise<void> {
    const noted = file.current.standbyTickets.map((held) => {
      if (held.ticket !== ticket) return held;
      const { granted: _, ...bare } = held;
      return granted === undefined ? bare : { ...bare, granted };
    });
    await file.change({ standbyTickets: noted });
  }

  async function request(gateway: Gateway, { ticket }: StandbyTicket, signal: AbortSignal): Promise<void> {
    const key = keys.current();
    if (key === null) return;
    const claimed = claims.get(gateway.id);
    used.add(ticket);
    // The grant is stored with the main port: the first one of the gateway depends on the network.
    const atMainPort = { ...gateway, wireguardPorts: [gateway.wireguardPort] };
    const presented = await present(admissionEndpoint, atMainPort, key, ticket, signal, true);
    const isPrepared = presented.ok && claims.get(gateway.id) === claimed;
    await updateTicket(ticket, isPrepared ? presented.value.admittance : undefined);
    used.delete(ticket);
  }

  /** Waits for a pending presentation until its timeout. */
  async function settled({ id }: Gateway): Promise<void> {
    const pending = presenting.get(id);
    if (pending !== undefined) await waitWithTimeout(timeout, pending, after);
  }

  async function claim(gateway: Gateway): Promise<void> {
    claims.set(gateway.id, (claims.get(gateway.id) ?? 0) + 1);
    const held = ticketFor(gateway);
    if (held?.granted !== undefined && !used.has(held.ticket)) {
      used.add(held.ticket);
      after(storeDelay, () => {
        if (used.has(held.ticket)) void updateTicket(held.ticket, undefined);
      });
    }
    await settled(gateway);
  }

  return {
    at,
    async keep(gateway, signal) {
      kept.set(gateway.id, gateway);
      const held = ticketFor(gateway);
      const pending = presenting.get(gateway.id);
      if (pending !== undefined) await pending;
      else if (held !== null && (at(gateway) === null || admissionEndpoint.openAt(gateway) === null)) {
        const requesting = request(gateway, held, signal).finally(() => presenting.delete(gateway.id));
        presenting.set(gateway.id, requesting);
        await requesting;
      }
      await admissionEndpoint.warm(gateway);
    },
    claim,
    async claimAll() {
      const found = [...kept.values()].map(async (gateway) => {
        await settled(gateway);
        const session = at(gateway);
        await claim(gateway);
        return session;
      });
      return (await Promise.all(found)).filter((session) => session !== null);
    },
  };
}

/**
 * Whether a grant is still valid for this gateway, and not about to expire. It was validated on receipt; the file may be older than the
 * rules.
 */
function isUsable(granted: Admittance, gateway: Gateway, now: Date): boolean {
  const { serverPublicKey, ipv4, ipv6, dns, filters = [], sessionUntil } = granted;
  return (
    serverPublicKey === gateway.wireguardPublicKey &&
    Date.parse(sessionUntil) - now.getTime() > minLeftMs &&
    hasTunnelAddresses({ ipv4, ipv6, dns: [...dns, ...filters.map(({ address }) => address)] })
  );
}
