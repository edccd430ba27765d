import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addresses, serverName } from './fleet/addresses.ts';
import { askDaemon } from './fleet/ask-daemon.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';
import { end } from './end.ts';

const network = signedInTestNetwork();
const overTls = `tls://${serverName}`;
const resolverUid = 61_012;
const asResolver = ['setpriv', `--reuid=${resolverUid}`, '--clear-groups', 'curl', '-sS', '-m', '2'];

beforeAll(async () => {
  const argv = [join(import.meta.dirname, 'fleet/dns-servers.ts'), network.folder];
  const servers = spawn('ip', ['netns', 'exec', network.far, process.execPath, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(servers.stdout, 'data');
  return () => end(servers, 'SIGTERM');
});

async function comet(...words: readonly string[]): Promise<void> {
  const { code, stderr } = await network.comet(...words);
  expect(code, `comet ${words.join(' ')}: ${stderr}${network.daemonLog}`).toBe(0);
}

/** Returns the address of a name by the machine's resolver, which is that of the querying host; else the code of the failure. */
async function resolve(): Promise<string> {
  const [, resolver] = /nameserver (\S+)/.exec(await readFile(network.resolvConf, 'utf8')) ?? [];
  const script = `const resolver = new (require('node:dns').promises.Resolver)({ timeout: 6000, tries: 1 });
    resolver.setServers(['${resolver}']);
    resolver.resolve4('who.example').then((found) => console.log(found.join()), ({ code }) => console.log(code))`;
  return (await network.inClient(process.execPath, '-e', script)).stdout.trim();
}

/** The process ids of the resolver program in the client. */
async function programs(): Promise<number[]> {
  const { stdout } = await network.inClient('ip', 'netns', 'pids', network.client);
  const isProgram = (pid: string): boolean => {
    try {
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/') &&
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'comet-resolver'
      );
    } catch {
      return false; // It ended meanwhile.
    }
  };
  return stdout.trim().split('\n').filter(isProgram).map(Number);
}

/**
 * Counts the packets that leave the client outside the tunnel from now on, except to the gateway and to find neighbours; only those that
 * match `sender`.
 */
async function countOutside(sender = ''): Promise<() => Promise<number>> {
  const nft = (text: string) => network.inClient('nft', text);
  const rules = [
    'type filter hook postrouting priority 300',
    'oifname != "eth0" accept',
    'icmpv6 type { nd-router-solicit, nd-neighbor-solicit, nd-neighbor-advert, mld2-listener-report } accept',
    `ip daddr ${addresses.far} accept`,
    `${sender} counter`,
  ];
  expect((await nft(`table inet outside { chain outside { ${rules.join('; ')}; }; }`)).stderr).toBe('');
  onTestFinished(async () => void (await nft('delete table inet outside')));
  return async () => Number(/counter packets (\d+)/.exec((await nft('list table inet outside')).stdout)?.[1]);
}

test('queries reach a resolver over TLS and HTTPS through the tunnel only', async () => {
  const outside = await countOutside(`meta skuid ${resolverUid}`);
  await network.comet('disconnect');
  // The control: the program's user could send outside.
  expect((await network.inClient(...asResolver, addresses.echo4)).stdout).toBe(addresses.client);
  expect(await outside()).toBeGreaterThan(0);
  await comet('set', 'dns', overTls);
  await comet('connect', 'nl-ams');
  const before = await outside();
  expect(await readFile(network.resolvConf, 'utf8')).toContain('nameserver 127.0.67.53\n');
  expect(await resolve(), network.daemonLog).toBe(addresses.lease4);
  await comet('set', 'dns', `https://${serverName}:${addresses.dohPort}/dns-query`);
  expect(await resolve(), network.daemonLog).toBe(addresses.lease4);
  expect(await programs()).toHaveLength(1);
  await askDaemon(network.socket, 'split.set', { mode: 'include' });
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await resolve(), network.daemonLog).toBe(addresses.lease4);
  expect((await network.inClient(...asResolver, addresses.echo4)).stdout).toBe(addresses.lease4);
  expect(await outside()).toBe(before);
  await askDaemon(network.socket, 'split.set', { mode: 'off' });
});

test('the program cannot reach the local network, also where every other program can', async () => {
  await comet('lan', 'on');
  const fetched = async (...argv: readonly string[]) =>
    (await network.inClient(...argv, addresses.lanNeighbour)).code;
  expect(await fetched('curl', '-sS', '-m', '2')).toBe(0);
  expect(await fetched(...asResolver)).not.toBe(0);
  await comet('lan', 'off');
  const { stderr } = await network.comet('set', 'dns', `tls://${addresses.lanNeighbour}`);
  expect(stderr).toContain('public IP address');
});

test('a killed program is started again, and its end is no way around it', async () => {
  const outside = await countOutside();
  const [pid] = await programs();
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(resolve, { timeout: 20_000 }).toBe(addresses.lease4);
  expect(await programs()).not.toContain(pid);
  expect(await outside()).toBe(0);
});

test('ends with the tunnel, and is started for a connection after a kill of the daemon', async () => {
  await network.endDaemon('SIGKILL');
  await expect.poll(programs, { timeout: 10_000 }).toEqual([]);
  await network.startDaemon();
  await network.reaches('connected');
  expect(await resolve(), network.daemonLog).toBe(addresses.lease4);
  await comet('disconnect');
  expect(await programs()).toEqual([]);
  expect(await readFile(network.resolvConf, 'utf8')).toContain('nameserver 192.0.2.2\n');
});
