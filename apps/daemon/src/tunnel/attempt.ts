import { proofOf } from '@comet/admission';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Approach } from '../gateways/approach.ts';
import type { Gateway } from '../gateways/gateway.ts';
import type { Door, DoorFailure } from '../platform/door.ts';
import type { Wireguard } from '../platform/wireguard.ts';
import type { DeviceKeys, KeyPair } from '../tickets/device-keys.ts';
import type { TicketBook } from '../tickets/ticket-book.ts';
import { type OpenvpnParts, openOpenvpn } from './attempt-openvpn.ts';
import { waitForHandshake } from './handshake.ts';
import type { Link, LinkSettings } from './link.ts';
import type { Stay } from './machine.ts';
import type { Session, WireguardSession } from './state.ts';

export interface AttemptParts extends OpenvpnParts {
  readonly link: Link;
  readonly wireguard: Wireguard;
  readonly door: Door;
  readonly tickets: TicketBook;
  readonly keys: DeviceKeys;
  readonly signedIn: () => boolean;
  readonly settings: () => LinkSettings;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/**
 * One try at one gateway by one way. By WireGuard: present a ticket at its door, raise the link, wait for the handshake. By
 * OpenVPN: have its client let in, then raise the link. The presentation may begin while the rules are still being put in
 * force where there were none, since only we send it; nothing else happens before they hold.
 */
export async function attempt(
  parts: AttemptParts,
  { gateway, way }: Approach,
  { blocked, wasBlocking, signal }: Stay,
): Promise<Result<Session, BlockReason>> {
  if (!parts.signedIn()) return err('not_signed_in');
  if (parts.link.dirty || wasBlocking) {
    if (!(await blocked)) return err('firewall_failed');
    await parts.link.lower();
  }
  if (way.protocol === 'openvpn') {
    if (!(await blocked)) return err('firewall_failed');
    const opened = await openOpenvpn(parts, gateway, way.variant, signal);
    if (!opened.ok || signal.aborted) return opened;
    const raised = await parts.link.raise(opened.value, parts.settings());
    return raised.ok ? opened : raised;
  }
  const admitted = await admit(parts, gateway, signal);
  if (!admitted.ok) return admitted;
  if (!(await blocked)) return err('firewall_failed');
  if (signal.aborted) return err('gateway_unreachable');
  const raised = await parts.link.raise(admitted.value, parts.settings());
  if (!raised.ok) return raised;
  return (await waitForHandshake(parts.wireguard, signal)) ? admitted : err('handshake_timeout');
}

/** Presents a ticket, with one more try after a refusal that a fresh ticket or another key can mend. */
async function admit(
  parts: AttemptParts,
  gateway: Gateway,
  signal: AbortSignal,
): Promise<Result<WireguardSession, BlockReason>> {
  let refusal: BlockReason = 'gateway_refused';
  for (let tries = 0; tries < 3; tries += 1) {
    const key = await keyFor(parts, gateway);
    if (!key.ok) return key;
    const ticket = await parts.tickets.take(gateway, key.value.publicKey, signal);
    if (!ticket.ok) return ticket;
    const presented = await present(parts.door, gateway, key.value, ticket.value, signal);
    if (presented.ok) return presented;
    const { error } = presented;
    parts.log(`door of ${gateway.place.location}: ${error.kind === 'refused' ? error.code : error.detail}`);
    if (error.kind === 'unreachable') return err('gateway_unreachable');
    refusal = error.code === 'ticket_revoked' ? 'session_ended' : 'gateway_refused';
    if (error.code === 'key_taken') await parts.keys.renew();
    else if (staleTicket.has(error.code)) await parts.tickets.drop(gateway);
    else return err(refusal);
  }
  return err(refusal);
}

/** Refusals of this ticket, where another one may be let in. */
const staleTicket: ReadonlySet<string> = new Set([
  'ticket_superseded',
  'ticket_revoked',
  'ticket_expired',
  'ticket_invalid',
  'ticket_wrong_gateway',
  'proof_invalid',
]);

/** Our key, known to the data plane. A ticket that must be fetched anyway is fetched for this week's key. */
async function keyFor(parts: AttemptParts, gateway: Gateway): Promise<Result<KeyPair, BlockReason>> {
  const current = parts.keys.current();
  const key =
    current !== null && parts.tickets.holds(gateway, current.publicKey)
      ? current
      : await parts.keys.ofThisWeek();
  try {
    await parts.wireguard.ready(key.privateKey);
    return ok(key);
  } catch (error) {
    parts.log(`tunnel device: ${error instanceof Error ? error.message : String(error)}`);
    return err('tunnel_device_failed');
  }
}

export async function present(
  door: Door,
  gateway: Gateway,
  key: KeyPair,
  ticket: string,
  signal: AbortSignal,
): Promise<Result<WireguardSession, DoorFailure>> {
  const proof = proofOf(
    { privateKey: key.privateKey, peerPublicKey: gateway.wireguardPublicKey },
    'present',
    ticket,
  );
  const presented = await door.present(gateway, { ticket, publicKey: key.publicKey, proof }, signal);
  if (!presented.ok) return presented;
  return ok({
    protocol: 'wireguard',
    gateway,
    ticket,
    publicKey: key.publicKey,
    admittance: presented.value,
  });
}
