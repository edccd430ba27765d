import { err, ok, type Result } from '@comet/foundation';
import type { AttemptFailure } from '../../gateways/attempts/next-attempts.ts';
import type { Gateway } from '../../model/gateway.ts';
import type { Session, WireguardSession } from '../../model/session.ts';
import type { OuterTransports } from '../../platform/obfuscation/outer-transports.ts';
import type { Link, LinkSettings } from '../link.ts';
import type { StateLifetime } from '../machine.ts';
import { type AdmitParts, admit, keyFor } from './admit.ts';
import { waitForHandshake } from './connect-granted.ts';
import { openTransports } from './opening-transports.ts';

interface OverParts extends AdmitParts {
  readonly link: Link;
  readonly outerTransports: OuterTransports;
  readonly settings: () => LinkSettings;
}

/**
 * One attempt at a gateway by WireGuard over another transport only: opens it while a ticket is presented. `onAdmitted` is called with the
 * session before its link is raised.
 */
export async function attemptOver(
  parts: OverParts,
  gateway: Gateway,
  lifetime: Pick<StateLifetime, 'blocked' | 'signal' | 'useTransport'>,
  onAdmitted: (session: Session) => void,
): Promise<Result<Session, AttemptFailure>> {
  const { signal } = lifetime;
  const admitted = await admitOver(parts, gateway, lifetime);
  if (!admitted.ok) return admitted;
  const session = admitted.value;
  onAdmitted(session);
  const raised = await parts.link.raise(session, parts.settings());
  if (!raised.ok) return raised;
  return (await waitForHandshake(parts.wireguard, signal)) ? ok(session) : err('handshake_timeout');
}

/** Opens a gateway's other transport while a ticket is presented. Returns the session over it. */
export async function admitOver(
  parts: Omit<OverParts, 'settings'>,
  gateway: Gateway,
  { blocked, signal, useTransport }: Pick<StateLifetime, 'blocked' | 'signal' | 'useTransport'>,
): Promise<Result<WireguardSession, AttemptFailure>> {
  if (!(await blocked)) return err('firewall_failed');
  // Also after an abort: the programs are ended with the rest.
  parts.link.markDirty();
  const { publicKey } = await keyFor(parts, gateway);
  const opening = openTransports(parts, gateway, publicKey, useTransport(null), signal);
  const [admitted, outerTransport] = await Promise.all([admit(parts, gateway, signal), opening.first()]);
  opening.close();
  if (!admitted.ok) return admitted;
  if (signal.aborted) return err('gateway_unreachable');
  if (outerTransport === null) return err('handshake_timeout');
  await parts.outerTransports.keepOnly(outerTransport);
  return ok({ ...admitted.value, outerTransport });
}
