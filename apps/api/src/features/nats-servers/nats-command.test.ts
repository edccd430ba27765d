import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, type Operator, parseCreds } from '@nats-io/jwt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { natsCommand } from './nats-command.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'comet-nats-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const init = (servers: string) => natsCommand(['init', join(folder, 'nats'), '--servers', servers]);
const read = (name: string) => readFile(join(folder, 'nats', name), 'utf8');

test('writes files that only their owner may read, with one operator for all servers', async () => {
  const written = await init('n1=n1.example.com,n2=n2.example.com,n3=192.0.2.3');
  expect(written.split('\n').map((path) => path.slice(folder.length))).toEqual([
    ...['/nats/nats.json', '/nats/account.seed'],
    ...['/nats/n1.conf', '/nats/n2.conf', '/nats/n3.conf', '/nats/cluster-ca.crt'],
    ...['/nats/n1.cluster.crt', '/nats/n1.cluster.key', '/nats/n2.cluster.crt', '/nats/n2.cluster.key'],
    ...['/nats/n3.cluster.crt', '/nats/n3.cluster.key'],
  ]);
  await natsCommand(['leaf', join(folder, 'nats'), 'ams']);
  for (const name of await readdir(join(folder, 'nats')))
    expect((await stat(join(folder, 'nats', name))).mode & 0o777).toBe(0o600);
  const configurations = await Promise.all(
    ['n1.conf', 'n2.conf', 'n3.conf', 'leaf-ams.conf'].map(
      async (name) =>
        JSON.parse(await read(name)) as { readonly operator: string; readonly system_account: string },
    ),
  );
  expect(new Set(configurations.map(({ operator }) => operator)).size).toBe(1);
  for (const { operator, system_account: account } of configurations)
    expect(decode<Operator>(operator).nats.system_account).toBe(account);
  const seed = /SA[A-Z2-7]{56}/;
  expect(await read('account.seed')).toMatch(seed);
  for (const name of ['n1.conf', 'leaf-ams.conf', 'leaf-ams.creds'])
    expect(await read(name)).not.toMatch(/S[AO][A-Z2-7]{56}/);
});

test('a server of the cluster connects to the others over TLS, with their password', async () => {
  await init('n1=n1.example.com,n2=n2.example.com,n3=192.0.2.3');
  const { cluster } = JSON.parse(await read('n2.conf')) as {
    readonly cluster: {
      readonly authorization: { readonly password: string };
      readonly routes: readonly string[];
    };
  };
  const { password } = cluster.authorization;
  expect(cluster.routes).toEqual([
    `tls://comet:${password}@n1.example.com:6222`,
    `tls://comet:${password}@192.0.2.3:6222`,
  ]);
  await rm(join(folder, 'nats'), { recursive: true });
  await init('n1=n1.example.com');
  expect(JSON.parse(await read('n1.conf'))).not.toHaveProperty('cluster');
  expect(await readdir(join(folder, 'nats'))).not.toContain('cluster-ca.crt');
});

test('a server of the cluster has a certificate for its host from the authority of the cluster', async () => {
  await init('n1=n1.example.com,n2=n2.example.com,n3=192.0.2.3');
  const authority = new X509Certificate(await read('cluster-ca.crt'));
  const [first, third] = await Promise.all(
    ['n1', 'n3'].map(async (name) => {
      const certificate = new X509Certificate(await read(`${name}.cluster.crt`));
      expect(certificate.verify(authority.publicKey)).toBe(true);
      expect(certificate.checkPrivateKey(createPrivateKey(await read(`${name}.cluster.key`)))).toBe(true);
      // For both ends: serverAuth and clientAuth.
      expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
      return certificate;
    }),
  );
  expect(first?.checkHost('n1.example.com')).toBe('n1.example.com');
  expect(first?.checkHost('n2.example.com')).toBeUndefined();
  expect(third?.checkIP('192.0.2.3')).toBe('192.0.2.3');
});

test('leaf nodes trust the operator’s own authority where one is named', async () => {
  const remoteOf = async () => {
    await natsCommand(['leaf', join(folder, 'nats'), 'ams']);
    return (JSON.parse(await read('leaf-ams.conf')) as { leafnodes: { remotes: object[] } }).leafnodes
      .remotes[0];
  };
  await init('n1=n1.example.com,n2=n2.example.com,n3=n3.example.com');
  expect(await remoteOf()).not.toHaveProperty('tls');
  const own = join(folder, 'own.pem');
  await writeFile(own, await read('cluster-ca.crt'));
  await rm(join(folder, 'nats'), { recursive: true });
  await natsCommand(['init', join(folder, 'nats'), '--servers', 'n1=n1.example.com', '--ca', own]);
  expect(await remoteOf()).toMatchObject({ tls: { ca_file: '/etc/nats/ca.crt' } });
  expect(await read('ca.crt')).toBe(await readFile(own, 'utf8'));
});

test.each(['account.seed', 'n1.cluster.crt'])('refuses %s as an authority', async (name) => {
  await init('n1=a.example,n2=b.example,n3=c.example');
  const refused = natsCommand([
    'init',
    join(folder, 'other'),
    '--servers',
    'n1=a.example',
    '--ca',
    join(folder, 'nats', name),
  ]);
  await expect(refused).rejects.toThrow('not the certificate of an authority');
});

test('a leaf node may connect as a leaf node only', async () => {
  await init('n1=n1.example.com');
  await natsCommand(['leaf', join(folder, 'nats'), 'ams']);
  const { uc } = await parseCreds(Buffer.from(await read('leaf-ams.creds')));
  expect(uc.nats.allowed_connection_types).toEqual(['LEAFNODE']);
});

test.each([
  ['', 'Use nats init'],
  ['n1=a.example,n2=b.example', 'odd number'],
  ['n1=a.example,n1=b.example,n3=c.example', 'another name'],
  ['n1="},{"', 'Use nats init'],
  ['../n1=a.example', 'Use nats init'],
  ['n1=a.example\n', 'Use nats init'],
])('refuses the servers %j', async (servers, reason) => {
  await expect(init(servers)).rejects.toThrow(reason);
});

test('replaces no keys, and names no leaf node that is not a plain name', async () => {
  await init('n1=a.example');
  const keys = await read('nats.json');
  await expect(init('n1=a.example')).rejects.toThrow('exists');
  expect(await read('nats.json')).toBe(keys);
  await expect(natsCommand(['leaf', join(folder, 'nats'), '../ams'])).rejects.toThrow('name of a leaf');
});
