import type { AdmissionEndpoint } from './inside/customer.ts';
import { type TestNet, run } from './namespaces.ts';

const hexOf = (key: string) => Buffer.from(key, 'base64').toString('hex');

/** The WireGuard public keys of a gateway and a client, as base64. */
interface Keys {
  readonly serverPublicKey: string;
  readonly clientPublicKey: string;
}

/** Configurations of `comet-transport client`. */
export const quicTo = ({ serverName, certificateAuthority }: AdmissionEndpoint, to: string) => ({
  ...{ kind: 'quic', to, server_name: serverName },
  certificate_authorities: [certificateAuthority],
});
export const scrambledTo = ({ serverPublicKey, clientPublicKey }: Keys, to: string) => ({
  ...{ kind: 'scrambled', to },
  ...{ server_key: hexOf(serverPublicKey), client_key: hexOf(clientPublicKey) },
});
export const shadowsocksTo = (keys: Keys, network: 'udp' | 'tcp', to: string) => ({
  ...scrambledTo(keys, to),
  kind: 'shadowsocks',
  network,
});

/** Starts a new session of the client's WireGuard with a gateway's, at an endpoint. */
export async function startSessionAt(
  { namespace }: TestNet,
  link: string,
  serverPublicKey: string,
  endpoint: string,
): Promise<void> {
  const inClient = ['ip', 'netns', 'exec', namespace.client] as const;
  const peer = ['wg', 'set', link, 'peer', serverPublicKey] as const;
  await run(...inClient, ...peer, 'remove');
  const allowed = ['allowed-ips', '0.0.0.0/0,::/0', 'persistent-keepalive', '1'] as const;
  await run(...inClient, ...peer, 'endpoint', endpoint, ...allowed);
}

/** Drops every packet of the client on the internet, except those that match one of the rules. */
export async function passOnly({ namespace }: TestNet, rules: readonly string[]): Promise<void> {
  await run(
    ...(['ip', 'netns', 'exec', namespace.internet, 'nft'] as const),
    `add table inet blocks; flush table inet blocks; table inet blocks { chain through { type filter hook forward priority filter;
iifname "to-gateway" accept;
${rules.map((rule) => `${rule} accept;`).join('\n')}
drop; }; }`,
  );
}
