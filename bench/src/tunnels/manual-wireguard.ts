import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lab, LabHostName } from '@comet/lab';
import { generateWireguardKeyPair } from '@comet/linux-network';
import { writeWireguardConfig } from '@comet/tunnel-config';
import { startDataPlane, stopDataPlane } from './data-plane.ts';

const gateway: LabHostName = 'gw-nl';

/** Names of manually configured links. All labs of a machine share the folder of wireguard-go's sockets, so the names contain the pid. */
export const linkNames = {
  server: `byhand-s${process.pid}`,
  client: `byhand-c${process.pid}`,
  quick: `byhand-q${process.pid}`,
};

/** The server's end of a tunnel that is configured manually with `ip`, `wg` and `nft` on the gateway's host. */
export interface ManualServer {
  readonly port: number;
  readonly publicKey: string;
  /** Adds a client's key; the client gets 10.99.0.2. */
  admit(publicKey: string): Promise<void>;
  down(): Promise<void>;
}

/** Makes the agent's rules on the gateway accept packets of the manually created interface `name`, also after it is recreated. */
export async function acceptForwarding(lab: Lab, name: string): Promise<void> {
  await execOrThrow(lab, gateway, ['nft', `insert rule inet comet_gateway through iifname ${name} accept`]);
}

/** Starts the server's end with the given wireguard-go, alongside our agent. */
export async function startManualServer(
  lab: Lab,
  wireguardGo: string,
  name: string,
  port: number,
): Promise<ManualServer> {
  const keys = generateWireguardKeyPair();
  const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  const keyFile = join(folder, 'private');
  await writeFile(keyFile, `${keys.privateKey}\n`, { mode: 0o600 });
  const dataPlane = await startDataPlane(lab, gateway, wireguardGo, name);
  await execOrThrow(lab, gateway, ['wg', 'set', name, 'private-key', keyFile, 'listen-port', String(port)]);
  await execOrThrow(lab, gateway, ['ip', 'address', 'add', '10.99.0.1/24', 'dev', name]);
  await execOrThrow(lab, gateway, ['ip', 'link', 'set', name, 'mtu', '1420', 'up']);
  await execOrThrow(lab, gateway, [
    'nft',
    `add table ip byhand; add chain ip byhand post { type nat hook postrouting priority 100; }; add rule ip byhand post ip saddr 10.99.0.0/24 oifname ${lab.hosts[gateway].uplink} masquerade`,
  ]);
  return {
    port,
    publicKey: keys.publicKey,
    admit: (publicKey) =>
      execOrThrow(lab, gateway, ['wg', 'set', name, 'peer', publicKey, 'allowed-ips', '10.99.0.2/32']),
    async down() {
      await execOrThrow(lab, gateway, ['nft', 'delete', 'table', 'ip', 'byhand']);
      await stopDataPlane(lab, gateway, dataPlane, name);
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Starts the client's end, which carries all traffic to the internet host until `down`. `through` is the endpoint and MTU if a program
 * carries its datagrams.
 */
export async function startManualClient(
  lab: Lab,
  wireguardGo: string,
  server: ManualServer,
  name: string,
  through: { readonly endpoint?: string; readonly mtu?: number } = {},
) {
  const { endpoint = `${lab.hosts[gateway].ipv4}:${server.port}`, mtu = 1420 } = through;
  const keys = generateWireguardKeyPair();
  const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  const keyFile = join(folder, 'private');
  await writeFile(keyFile, `${keys.privateKey}\n`, { mode: 0o600 });
  await server.admit(keys.publicKey);
  const dataPlane = await startDataPlane(lab, 'client', wireguardGo, name);
  await execOrThrow(lab, 'client', [
    ...['wg', 'set', name, 'private-key', keyFile, 'peer', server.publicKey],
    ...['endpoint', endpoint, 'allowed-ips', '0.0.0.0/0'],
  ]);
  await execOrThrow(lab, 'client', ['ip', 'address', 'add', '10.99.0.2/24', 'dev', name]);
  await execOrThrow(lab, 'client', ['ip', 'link', 'set', name, 'mtu', String(mtu), 'up']);
  await execOrThrow(lab, 'client', ['ip', 'route', 'add', `${lab.hosts.inet.ipv4}/32`, 'dev', name]);
  return {
    async down() {
      await stopDataPlane(lab, 'client', dataPlane, name);
      await rm(folder, { recursive: true });
    },
  };
}

/** Writes a configuration for `wg-quick up`: a full tunnel for both address families. Returns its path. */
export async function wgQuickConfig(
  lab: Lab,
  server: ManualServer,
  folder: string,
  name: string,
): Promise<string> {
  const keys = generateWireguardKeyPair();
  await server.admit(keys.publicKey);
  const file = join(folder, `${name}.conf`);
  const text = writeWireguardConfig({
    interface: {
      privateKey: keys.privateKey,
      addresses: ['10.99.0.2/32', 'fd99::2/128'],
      dns: [],
      mtu: 1420,
    },
    peers: [
      {
        publicKey: server.publicKey,
        endpoint: `${lab.hosts[gateway].ipv4}:${server.port}`,
        allowedIps: ['0.0.0.0/0', '::/0'],
      },
    ],
  });
  if (!text.ok) throw new Error(`The configuration has an invalid ${text.error.field}`);
  await writeFile(file, text.value, { mode: 0o600 });
  return file;
}

/** Runs a command on a lab host. Throws if it fails. */
export async function execOrThrow(
  lab: Lab,
  host: LabHostName,
  argv: readonly string[],
  env: Record<string, string> = {},
) {
  const { code, stdout, stderr } = await lab.exec(host, argv, { env });
  if (code !== 0) throw new Error(`${argv.join(' ')} on ${host} ended with ${code}: ${stderr}${stdout}`);
}
