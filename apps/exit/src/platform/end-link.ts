import type { ExitAdmittance } from '@comet/contract';
import { formatEndpoint } from '@comet/foundation';
import { openWireguardDevice, runIp, type WireguardDevice } from '@comet/linux-network';
import type { Settings } from '../settings.ts';

/** This machine's end of the tunnel to its gateway. */
export interface EndLink {
  /** Dials the gateway. Only the gateway's end is reached through the tunnel: no route of this machine changes. */
  dial(admittance: ExitAdmittance, gateway: string): Promise<void>;
  close(): Promise<void>;
}

/** Seconds; routers keep a UDP mapping for at least thirty. */
const keepalive = 20;

/** Creates the WireGuard interface with the private key (base64); it has no peer until `dial`. */
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
