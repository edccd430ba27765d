import { err, ok, type Result } from '@comet/foundation';
import type { BlockReason, OpenvpnVariant } from '@comet/tunnel-protocol';
import type { Gateway } from '../gateways/gateway.ts';
import type { Openvpn, OpenvpnFailure } from '../platform/openvpn.ts';
import type { ReachTcp } from '../platform/reach-tcp.ts';
import type { OpenvpnAccessBook } from '../tickets/openvpn-access.ts';
import type { Link } from './link.ts';
import { tcpPortsOf } from './session.ts';
import type { OpenvpnSession } from './state.ts';

export interface OpenvpnParts {
  readonly link: Link;
  readonly openvpn: Openvpn;
  readonly access: OpenvpnAccessBook;
  readonly reach: ReachTcp;
  readonly log: (line: string) => void;
}

const reasons: Readonly<Record<OpenvpnFailure, BlockReason>> = {
  no_answer: 'openvpn_failed',
  refused: 'gateway_refused',
  program_failed: 'tunnel_device_failed',
  bad_lease: 'openvpn_failed',
};

/** Has OpenVPN's client let in at a gateway, with one more try where a login of another day was refused. */
export async function openOpenvpn(
  { link, openvpn, access, reach, log }: OpenvpnParts,
  gateway: Gateway,
  variant: OpenvpnVariant,
  signal: AbortSignal,
): Promise<Result<OpenvpnSession, BlockReason>> {
  const offer = gateway.openvpn.find((one) => one.variant === variant);
  if (offer === undefined) return err('protocol_unavailable');
  const tcpPort = gateway.openvpn.find((one) => one.variant === 'tcp')?.port ?? null;
  const reaching =
    variant === 'udp' ? 'here' : reach(gateway.address, offer.port, tcpPortsOf(gateway), signal);
  let failure: OpenvpnFailure = 'no_answer';
  for (let tries = 0; tries < 2; tries += 1) {
    const granted = await access.take(gateway, signal);
    if (!granted.ok) return granted;
    const reached = await reaching;
    if (signal.aborted) break;
    // Of what answers no connection, OpenVPN would find out only after ten seconds.
    if (reached !== 'here') return err(reached === 'nowhere' ? 'gateway_unreachable' : 'openvpn_failed');
    const { address, serverName } = gateway;
    link.soil();
    const raised = await openvpn.raise(
      { address, serverName, offer, tcpPort, ...granted.value.access },
      signal,
    );
    if (raised.ok) return ok({ protocol: 'openvpn', gateway, variant, lease: raised.value });
    failure = raised.error;
    log(`OpenVPN (${variant}) to ${gateway.place.location}: ${failure}`);
    // A fresh login that is refused is refused for good; the API has just said that this device may connect.
    if (failure !== 'refused' || granted.value.fresh) break;
    access.drop(gateway);
  }
  return err(reasons[failure]);
}
