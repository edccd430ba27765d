import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { lab, execOrThrow } from './client-host.ts';
import { captureFromClient } from './outside.ts';

/** Interface name and addresses of the client's end of the tunnel. */
export interface TunnelInterface {
  readonly link: string;
  readonly ipv4: string;
  readonly ipv6: string;
}

export async function tunnelInterface(): Promise<TunnelInterface> {
  const links = JSON.parse(await execOrThrow('client', ['ip', '-j', 'address'])) as readonly {
    readonly ifname: string;
    readonly addr_info: readonly { readonly local: string; readonly scope: string }[];
  }[];
  const up = links.find(
    ({ ifname, addr_info }) => !['lo', 'eth0'].includes(ifname) && addr_info.some(isGlobal),
  );
  const addresses = up?.addr_info.filter(isGlobal).map(({ local }) => local) ?? [];
  const ipv4 = addresses.find((address) => address.includes('.'));
  const ipv6 = addresses.find((address) => address.includes(':'));
  if (up === undefined || ipv4 === undefined || ipv6 === undefined) throw new Error('There is no tunnel');
  return { link: up.ifname, ipv4, ipv6 };
}

const isGlobal = ({ scope }: { readonly scope: string }): boolean => scope === 'global';

/** The internet server that a neighbour impersonates. */
export const impersonated = { ipv4: '203.0.113.81', ipv6: '2001:db8:0:1::81', port: 80 };

/** Adds the addresses of the impersonated server to the router, which acts as a neighbour on the LAN, or deletes them. */
export async function impersonate(verb: 'replace' | 'delete'): Promise<void> {
  const { ipv4, ipv6 } = impersonated;
  const input = `address ${verb} ${ipv4}/32 dev lo\naddress ${verb} ${ipv6}/128 dev lo\n`;
  await execOrThrow('router', ['ip', '-batch', '-'], input);
}

/** An idle connection of the client to the impersonated server. */
export interface SilentConnection {
  /** Source port on the client. */
  readonly from: number;
  disconnect(): void;
}

/**
 * Connects the client to the real server through the tunnel and sends nothing. The source port is random and below the ephemeral
 * range: a later tunnel may have the same address, at which a closed port stays in TIME_WAIT for a minute.
 */
export async function openSilentConnection(): Promise<SilentConnection> {
  const { ipv4: host, port } = impersonated;
  const from = randomInt(20_000, 30_000);
  const program = `require('node:net').connect({ host: '${host}', port: ${port}, localPort: ${from} }, () => console.log('open'))`;
  const child = lab.spawn('client', [process.execPath, '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new TypeError('The child process has no stdout pipe');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The connection did not open: its program ended with ${String(code)}`);
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  return { from, disconnect: () => child.kill('SIGKILL') };
}

/**
 * Sends a neighbour's probes to the tunnel's addresses (CVE-2019-14899): an echo request and a closed port over UDP and TCP, from its
 * own address and from the server's, and a TCP SYN from the server's address and port to port `from`.
 */
export async function probe({ ipv4, ipv6 }: TunnelInterface, from: number): Promise<void> {
  const routes = [
    `route replace ${ipv4}/32 via 192.168.77.10 dev lan`,
    `route replace ${ipv6}/128 via 2001:db8:77::10 dev lan`,
    '',
  ];
  await execOrThrow('router', ['ip', '-batch', '-'], routes.join('\n'));
  const sourcesAndTargets: readonly (readonly [string, string])[] = [
    ['192.168.77.1', ipv4],
    [impersonated.ipv4, ipv4],
    ['2001:db8:77::1', ipv6],
    [impersonated.ipv6, ipv6],
  ];
  const dig = ['dig', '+tries=1', '+time=1', 'probe.test'];
  const probes = sourcesAndTargets.flatMap(([from, to]) => [
    ['ping', '-c', '2', '-i', '0.2', '-W', '1', '-I', from, to],
    [...dig, '-b', from, `@${to}`],
    [...dig, '+tcp', '-b', from, `@${to}`],
  ]);
  const fromServer = [
    '--interface',
    impersonated.ipv4,
    '--local-port',
    String(impersonated.port),
    '--max-time',
    '1',
  ];
  probes.push(['curl', '-s', ...fromServer, `http://${ipv4}:${from}/`]);
  await Promise.all(probes.map((command) => lab.exec('router', command, { timeoutMs: 5_000 })));
  const deleteRoutes = [`route delete ${ipv4}/32 dev lan`, `route delete ${ipv6}/128 dev lan`, ''];
  await execOrThrow('router', ['ip', '-batch', '-'], deleteRoutes.join('\n'));
}

/** Requests the tunnel's addresses by ARP and neighbour discovery; returns the packets of the client that contain them. */
export async function requestTunnelAddresses({ ipv4, ipv6 }: TunnelInterface): Promise<readonly string[]> {
  const capture = await captureFromClient(lab, 'arp or icmp6');
  const addRoutes = [`route replace ${ipv4}/32 dev lan`, `route replace ${ipv6}/128 dev lan`, ''];
  await execOrThrow('router', ['ip', '-batch', '-'], addRoutes.join('\n'));
  const ping = ['ping', '-c', '2', '-i', '0.2', '-W', '1'];
  await Promise.all([ipv4, ipv6].map((address) => lab.exec('router', [...ping, address])));
  const deleteRoutes = [`route delete ${ipv4}/32 dev lan`, `route delete ${ipv6}/128 dev lan`, ''];
  await execOrThrow('router', ['ip', '-batch', '-'], deleteRoutes.join('\n'));
  // With a remaining neighbour entry the router would not send the next request.
  await execOrThrow('router', ['ip', 'neigh', 'flush', 'dev', 'lan']);
  return (await capture.stop()).filter((packet) => packet.includes(ipv4) || packet.includes(ipv6));
}
