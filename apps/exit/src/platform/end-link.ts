import type { ExitAdmittance } from '@comet/contract';
import { formatEndpoint } from '@comet/foundation';
import { openWireguardDevice, runIp, setSysctl, type WireguardDevice } from '@comet/linux-network';
import type { Settings } from '../settings.ts';
import type { Line } from './line.ts';

/** This machine's end of the tunnel to its gateway. */
export interface EndLink {
  /** Dials the gateway. Only the gateway's end is reached through the tunnel: no route of this machine changes. */
  dial(admittance: ExitAdmittance, gateway: string): Promise<void>;
  close(): Promise<void>;
}

/** Seconds; a router forgets a mapping of UDP after thirty at the earliest. */
const keepalive = 20;

export async function openEndLink(settings: Settings, privateKey: string): Promise<EndLink> {
  const { link, implementation, wireguardGo } = settings;
  const device: WireguardDevice = await openWireguardDevice({
    ...{ name: link, mtu: 1400, implementation, wireguardGo },
  });
  await device.configure({ privateKey });
  return {
    async dial({ serverPublicKey, wireguardPort, exit, gateway: end, mtu }, gateway) {
      await runIp([
        { kind: 'addresses-flush', link },
        { kind: 'link-mtu', link, mtu },
        { kind: 'address-add', address: `${exit.ipv4}/31`, link },
        { kind: 'link-up', link },
      ]);
      // A machine may have no IPv6 at all.
      await runIp([{ kind: 'address-add', address: `${exit.ipv6}/127`, link }], { ignoreErrors: true });
      await device.apply({
        replaceAll: true,
        set: [
          {
            publicKey: serverPublicKey,
            endpoint: formatEndpoint({ host: gateway, port: wireguardPort }),
            allowedIps: [`${end.ipv4}/32`, `${end.ipv6}/128`],
            persistentKeepalive: keepalive,
          },
        ],
      });
    },
    close: () => device.close(),
  };
}

/** Lets this machine pass packets on. What passes is for the rules to say: they are set first. */
export async function startPassing({ links, ipv6 }: Line, link: string): Promise<void> {
  await setSysctl('net.ipv4.ip_forward', '1');
  await setSysctl(`net/ipv4/conf/${link}/rp_filter`, '2');
  if (!ipv6) return;
  // A machine that passes packets on stops listening to its router unless it is told not to, and would lose its own way out.
  for (const name of links) await setSysctl(`net/ipv6/conf/${name}/accept_ra`, '2').catch(() => undefined);
  await setSysctl('net.ipv6.conf.all.forwarding', '1');
}
