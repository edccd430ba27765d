import { execOrThrow, type Gateway } from './client-host.ts';
import { networks } from './networks.ts';

/** A table that drops all packets of a host. */
const isolationRules = ['input', 'output']
  .map((hook) => `add chain inet isolated ${hook} { type filter hook ${hook} priority -300; policy drop; }`)
  .reduce((batch, chain) => `${batch}; ${chain}`, 'add table inet isolated');

/** Drops the packets of tunnels at gateways, of all transports; their admission endpoints stay reachable. */
const tunnelBlockRules = `add table inet tunnels_blocked
add chain inet tunnels_blocked in { type filter hook input priority -300; }
add rule inet tunnels_blocked in udp dport { 51820, 1194 } drop
add rule inet tunnels_blocked in tcp dport { 1195, 8443, 8388, 9443 } drop`;

/** Isolates a gateway until `reconnectGateway`. Idempotent. */
export async function isolateGateway({ host }: Gateway): Promise<void> {
  await execOrThrow(host, ['nft', isolationRules]);
}

/** Reconnects an isolated gateway. */
export async function reconnectGateway({ host }: Gateway): Promise<void> {
  await execOrThrow(host, ['nft', 'delete table inet isolated']);
}

/** Isolates a gateway while `work` runs. */
export async function whileIsolated<T>(gateway: Gateway, work: () => Promise<T>): Promise<T> {
  await isolateGateway(gateway);
  try {
    return await work();
  } finally {
    await reconnectGateway(gateway);
  }
}

/** Blocks tunnels while `work` runs. */
export async function whileTunnelsBlocked<T>(work: () => Promise<T>): Promise<T> {
  for (const host of ['gw-nl', 'gw-jp'] as const)
    await execOrThrow(host, ['nft', '-f', '-'], tunnelBlockRules);
  try {
    return await work();
  } finally {
    for (const host of ['gw-nl', 'gw-jp'] as const)
      await execOrThrow(host, ['nft', 'delete table inet tunnels_blocked']);
  }
}

/** Resets resolv.conf to the LAN's resolver, like another program that is unaware of the tunnel. */
export async function resetResolver(): Promise<void> {
  await execOrThrow('client', ['sh', '-c', 'echo nameserver 192.168.77.1 > /etc/resolv.conf']);
}

/** Makes the router also serve another network. Idempotent. */
export async function openNetwork(network: 'cafe' | 'uniqueLocal'): Promise<void> {
  const [ipv4, ipv6] = networks[network].router;
  const input = [`address replace ${ipv4}/24 dev lan`, `address replace ${ipv6}/64 dev lan nodad`, ''];
  await execOrThrow('router', ['ip', '-batch', '-'], input.join('\n'));
  const table = `inet ${network}`;
  const masquerade = networks[network].translated.map(
    (prefix) =>
      `add rule ${table} out ${prefix.includes(':') ? 'ip6' : 'ip'} saddr ${prefix} oifname "wan" masquerade`,
  );
  const chain = `add chain ${table} out { type nat hook postrouting priority srcnat; }`;
  const recreate = [`add table ${table}`, `delete table ${table}`, `add table ${table}`];
  await execOrThrow('router', ['nft', [...recreate, chain, ...masquerade].join('; ')]);
}

/** Disconnects the client from its network, like an unplugged cable. */
export async function leaveNetwork(): Promise<void> {
  await execOrThrow('client', ['ip', '-batch', '-'], 'link set eth0 down\naddress flush dev eth0\n');
}

/** Connects the client to a network: link up, then addresses and routes. */
export async function enterNetwork({
  client,
  router,
}: (typeof networks)[keyof typeof networks]): Promise<void> {
  const lines = [
    ...client.map((address) => `address add ${address} dev eth0${address.includes(':') ? ' nodad' : ''}`),
    'link set eth0 up',
    ...router.map((address) => `route add default via ${address} dev eth0`),
    '',
  ];
  await execOrThrow('client', ['ip', '-batch', '-'], lines.join('\n'));
}
