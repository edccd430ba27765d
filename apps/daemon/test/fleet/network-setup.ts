import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses, serverName } from './addresses.ts';

/** Creates both namespaces and connects them by a network link, with the addresses of both ends and of the internet host. */
export function connectNamespaces(client: string, far: string): void {
  for (const name of [client, far]) must('ip', 'netns', 'add', name);
  must('ip', 'link', 'add', 'eth0', 'netns', client, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', far);
  for (const name of [client, far]) must('ip', '-n', name, 'link', 'set', 'lo', 'up');
  for (const [name, address] of [
    [client, addresses.client],
    [far, addresses.far],
  ] as const) {
    must('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    must('ip', '-n', name, 'address', 'add', `2001:db8:ca::${address.at(-1)}/64`, 'dev', 'eth0', 'nodad');
    must('ip', '-n', name, 'link', 'set', 'eth0', 'up');
  }
  must('ip', '-n', client, 'address', 'add', `${addresses.lanClient}/24`, 'dev', 'eth0');
  must('ip', '-n', far, 'address', 'add', `${addresses.lanNeighbour}/24`, 'dev', 'eth0');
  must('ip', '-n', far, 'address', 'add', `${addresses.echo4}/32`, 'dev', 'lo');
  must('ip', '-n', far, 'address', 'add', `${addresses.echo6}/128`, 'dev', 'lo', 'nodad');
  must('ip', '-n', client, 'route', 'add', 'default', 'via', addresses.far);
  must('ip', '-n', client, 'route', 'add', 'default', 'via', '2001:db8:ca::2');
  const { wireguardPort, wireguardExtraPorts } = addresses;
  // A datagram of WireGuard begins with its type and three zero bytes; DNS queries stay at their port.
  const redirect = `udp dport { ${wireguardExtraPorts.join()} } @th,72,24 0 redirect to :${wireguardPort}`;
  const chain = `chain ports { type nat hook prerouting priority dstnat; ${redirect}; }`;
  must('ip', 'netns', 'exec', far, 'nft', `table inet ports { ${chain}; }`);
}

/** Creates a certificate authority and the certificate of the admission endpoint in `folder`. */
export async function makeCertificates(folder: string): Promise<void> {
  const path = (name: string): string => join(folder, name);
  const subject = (name: string): string[] => ['-subj', `/CN=${name}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  must(
    'openssl',
    'req',
    '-x509',
    ...key,
    '-days',
    '2',
    ...subject('ca'),
    '-keyout',
    path('ca.key'),
    '-out',
    path('ca.pem'),
  );
  must(
    'openssl',
    'req',
    ...key,
    ...subject(serverName),
    '-keyout',
    path('admission.key'),
    '-out',
    path('admission.csr'),
  );
  await writeFile(
    path('admission.ext'),
    `subjectAltName=DNS:${serverName}\nextendedKeyUsage=serverAuth\nkeyUsage=digitalSignature\n`,
  );
  const signing = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-CAcreateserial', '-days', '2'];
  must(
    'openssl',
    'x509',
    '-req',
    '-in',
    path('admission.csr'),
    ...signing,
    '-extfile',
    path('admission.ext'),
    '-out',
    path('admission.pem'),
  );
}

function must(command: string, ...args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`);
}
