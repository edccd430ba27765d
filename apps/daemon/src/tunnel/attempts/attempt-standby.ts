import { err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { AdmissionEndpoint } from '../../platform/admission/admission-endpoint.ts';
import type { StandbySessions } from '../../tickets/standby-sessions.ts';
import { type AdmitParts, knowsKey } from './admit.ts';
import { waitForHandshake } from './restore-session.ts';
import type { Link, LinkSettings } from '../link.ts';
import type { Stay } from '../machine.ts';
import type { WireguardSession } from '../state.ts';

export interface StandbyParts extends Pick<AdmitParts, 'wireguard' | 'keys' | 'log'> {
  readonly admissionEndpoint: Pick<AdmissionEndpoint, 'openAt'>;
  readonly standby: Pick<StandbySessions, 'claim'>;
  readonly link: Link;
  readonly settings: () => LinkSettings;
}

/**
 * Milliseconds for the answer to the handshake: three round trips and a little more, or where no round trip was measured, or the gateway has just
 * answered with this session, these.
 */
const patience = { beyond: 150, unmeasured: 600, answered: 3_000 };

/**
 * One try with a session that stands by: what would be agreed on at the admission endpoint was agreed on before. The handshake goes at once, since only
 * we send it; the link is raised when the rules hold and the traces of an earlier one are gone. `standby_gone` where the gateway does not
 * know us any more, or not by this key alone.
 */
export async function attemptStandby(
  parts: StandbyParts,
  session: WireguardSession,
  { blocked, signal }: Pick<Stay, 'blocked' | 'signal'>,
  hasAnswered = false,
): Promise<Result<WireguardSession, BlockReason | 'standby_gone'>> {
  const { admissionEndpoint, keys, link, standby, wireguard } = parts;
  const { gateway, publicKey } = session;
  void standby.claim(gateway);
  const key = keys.current();
  if (key?.publicKey !== publicKey) return err('standby_gone');
  const lowered = link.lower(session);
  const knows = await knowsKey(parts, key);
  if (knows) await link.greet(session);
  await lowered;
  // Also where nobody waits any more: the peer is to be taken away with the rest.
  link.soil();
  if (!knows) return err('tunnel_device_failed');
  if (!(await blocked)) return err('firewall_failed');
  if (signal.aborted) return err('gateway_unreachable');
  const roundTrip = admissionEndpoint.openAt(gateway);
  const usual = roundTrip === null ? patience.unmeasured : patience.beyond + 3 * roundTrip;
  const [raised, answered] = await Promise.all([
    link.raise(session, parts.settings()),
    waitForHandshake(wireguard, signal, hasAnswered ? patience.answered : usual),
  ]);
  if (!raised.ok) return raised;
  return answered ? ok(session) : err('standby_gone');
}
