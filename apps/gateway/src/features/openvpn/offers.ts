import type { OpenvpnOffer } from '@comet/contract';
import type { OpenvpnPlan } from './plan.ts';
import { obfs4Certificate } from './secrets.store.ts';

/** What can be told to clients while `running` stand. What hides the TCP server is worth nothing without it. */
export function offersOf(
  plan: Pick<OpenvpnPlan, 'ports' | 'disguises'>,
  running: readonly string[],
): OpenvpnOffer[] {
  const { ports, disguises } = plan;
  const offers: OpenvpnOffer[] = [
    { variant: 'udp', port: ports.udpPort },
    { variant: 'tcp', port: ports.tcpPort },
    { variant: 'tls', port: ports.tlsPort },
    {
      variant: 'shadowsocks',
      port: ports.shadowsocksPort,
      method: 'chacha20-ietf-poly1305',
      password: disguises.shadowsocksPassword,
    },
    { variant: 'obfs4', port: ports.obfs4Port, cert: obfs4Certificate(disguises.obfs4) },
  ];
  return offers.filter(
    ({ variant }) => running.includes(variant) && (variant === 'udp' || running.includes('tcp')),
  );
}
