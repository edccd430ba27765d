import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
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
    ...['/nats/n1.conf', '/nats/n2.conf', '/nats/n3.conf'],
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
