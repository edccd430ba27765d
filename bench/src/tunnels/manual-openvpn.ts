import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '@comet/lab';
import { execOrThrow } from './manual-wireguard.ts';

/** Options for both ends that are recommended for throughput; none is the default. */
export const tunedOptions = [
  '--fast-io',
  '--sndbuf',
  '1048576',
  '--rcvbuf',
  '1048576',
  '--disable-dco',
] as const;
const port = 21_194;

/**
 * OpenVPN over UDP on the gateway's host and on the client, with a static CA, configured manually alongside our agent: it carries all
 * traffic to the internet host while `during` runs.
 */
export async function withManualOpenvpn<T>(
  lab: Lab,
  options: readonly string[],
  during: () => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  const path = (name: string): string => join(folder, name);
  makeCertificates(path);
  const common = ['--dev-type', 'tun', '--ca', path('ca.pem'), '--data-ciphers', 'AES-256-GCM', ...options];
  const server = lab.spawn(
    'gw-nl',
    [
      ...[
        'openvpn',
        '--mode',
        'server',
        '--tls-server',
        '--dev',
        'byhand-o',
        '--topology',
        'subnet',
        ...common,
      ],
      ...[
        '--server',
        '10.98.0.0',
        '255.255.255.0',
        '--port',
        String(port),
        '--proto',
        'udp4',
        '--dh',
        'none',
      ],
      ...['--cert', path('server.pem'), '--key', path('server.key'), '--keepalive', '10', '60'],
    ],
    { stdio: 'ignore', detached: true },
  );
  const translate = `add table ip byhand; add chain ip byhand post { type nat hook postrouting priority 100; }; add rule ip byhand post ip saddr 10.98.0.0/24 oifname ${lab.hosts['gw-nl'].uplink} masquerade`;
  await execOrThrow(lab, 'gw-nl', ['nft', translate]);
  const client = lab.spawn(
    'client',
    [
      ...['openvpn', '--client', '--nobind', '--dev', 'byhand-o', '--proto', 'udp4', ...common],
      ...['--remote', lab.hosts['gw-nl'].ipv4, String(port), '--cert', path('client.pem')],
      ...['--key', path('client.key'), '--route', lab.hosts.inet.ipv4, '255.255.255.255'],
    ],
    { stdio: 'ignore', detached: true },
  );
  try {
    await routed(lab);
    return await during();
  } finally {
    for (const child of [client, server]) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
    }
    await execOrThrow(lab, 'gw-nl', ['nft', 'delete', 'table', 'ip', 'byhand']);
    await rm(folder, { recursive: true });
  }
}

async function routed(lab: Lab): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { stdout } = await lab.exec('client', ['ip', 'route', 'get', lab.hosts.inet.ipv4]);
    if (stdout.includes('byhand-o')) return;
    await sleep(20);
  }
  throw new Error('The manual OpenVPN tunnel did not come up');
}

function makeCertificates(path: (name: string) => string): void {
  const openssl = (...args: readonly string[]): void => {
    const done = spawnSync('openssl', args, { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '2',
    '-subj',
    '/CN=ca',
    '-keyout',
    path('ca.key'),
    '-out',
    path('ca.pem'),
  );
  for (const name of ['server', 'client']) {
    const request = path(`${name}.csr`);
    openssl('req', ...key, '-subj', `/CN=${name}`, '-keyout', path(`${name}.key`), '-out', request);
    const signing = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-CAcreateserial', '-days', '2'];
    openssl('x509', '-req', '-in', request, ...signing, '-out', path(`${name}.pem`));
  }
}
