import type { Log } from '@comet/foundation/log';
import { err, type Result, reasonOf } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { AttemptFailure } from '../../gateways/attempts/next-attempts.ts';
import type { Gateway } from '../../model/gateway.ts';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { Wireguard } from '../../platform/wireguard/wireguard.ts';
import type { DeviceKeys, KeyPair } from '../../tickets/device-keys.ts';
import type { StandbySessions } from '../../tickets/standby-sessions.ts';
import type { TicketStore } from '../../tickets/ticket-store.ts';
import { present } from '../../tickets/present-ticket.ts';
import type { WireguardSession } from '../../model/session.ts';

export interface AdmitParts {
  readonly wireguard: Wireguard;
  readonly admissionEndpoint: AdmissionEndpoint;
  readonly tickets: TicketStore;
  readonly standby: Pick<StandbySessions, 'claim'>;
  readonly keys: DeviceKeys;
  readonly log: Log;
}

/**
 * Presents a ticket, with another attempt after a refusal that a fresh ticket or another key can resolve, while the device is created if it
 * does not exist yet. `onPresenting` is called before the first presentation if it needs no request to the API; its argument resolves with
 * true when the device has our key, with false if it cannot be created.
 */
export async function admit(
  parts: AdmitParts,
  gateway: Gateway,
  signal: AbortSignal,
  onPresenting: (keySet: Promise<boolean>) => void = () => undefined,
): Promise<Result<WireguardSession, AttemptFailure>> {
  let refusal: BlockReason = 'gateway_refused';
  await parts.standby.claim(gateway);
  for (let tries = 0; tries < 3; tries += 1) {
    const key = await keyFor(parts, gateway);
    const keySet = setDeviceKey(parts, key);
    const ticket = await parts.tickets.take(gateway, key.publicKey, signal);
    if (!ticket.ok) return ticket;
    if (tries === 0 && parts.tickets.hasTicket(gateway, key.publicKey)) onPresenting(keySet);
    const presented = await present(parts.admissionEndpoint, gateway, key, ticket.value, signal);
    if (!(await keySet)) return err('tunnel_device_failed');
    if (presented.ok) return presented;
    const { error } = presented;
    parts.log.warn(
      {
        location: gateway.place.location,
        reason: error.kind === 'refused' ? error.code : error.detail,
      },
      'The admission endpoint did not admit this device',
    );
    if (error.kind === 'unreachable')
      return err(error.isTlsBlocked === true ? 'admission_blocked' : 'gateway_unreachable');
    refusal = blockReasons.get(error.code) ?? 'gateway_refused';
    if (error.code === 'key_taken') await parts.keys.renew();
    else if (staleTicket.has(error.code)) await parts.tickets.drop(gateway);
    else return err(refusal);
  }
  return err(refusal);
}

/** Refusals that do not concern this gateway only. */
const blockReasons: ReadonlyMap<string, BlockReason> = new Map([
  ['ticket_revoked', 'session_ended'],
  ['exit_unavailable', 'exit_unavailable'],
]);

/** Refusals of this ticket, after which another one may be accepted. */
const staleTicket: ReadonlySet<string> = new Set([
  'ticket_superseded',
  'ticket_revoked',
  'ticket_expired',
  'ticket_invalid',
  'ticket_wrong_gateway',
  'proof_invalid',
]);

/** The device's key. A ticket that must be fetched is fetched for this week's key. */
export async function keyFor({ keys, tickets }: AdmitParts, gateway: Gateway): Promise<KeyPair> {
  const current = keys.current();
  return current !== null && tickets.hasTicket(gateway, current.publicKey) ? current : keys.ofThisWeek();
}

/** Sets the key in the device; false if that fails. */
export async function setDeviceKey(
  { wireguard, log }: Pick<AdmitParts, 'wireguard' | 'log'>,
  { privateKey }: KeyPair,
): Promise<boolean> {
  try {
    await wireguard.ready(privateKey);
    return true;
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'The key of the tunnel device could not be set');
    return false;
  }
}
