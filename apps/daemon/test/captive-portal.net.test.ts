import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { end } from './end.ts';
import { addresses, portal } from './fleet/addresses.ts';
import { askDaemon } from './fleet/ask-daemon.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

const network = bareTestNetwork();
const page = `http://${addresses.far}:${portal.pagePort}/sign-in`;
const check = { COMET_PORTAL_CHECK_URL: `http://${addresses.far}:${portal.checkPort}/network-check` };
/** Local ports of the programs that may not leave. */
const others = { first: 20_000, last: 20_999 };
let server: ChildProcess;
const programs: ChildProcess[] = [];

beforeAll(async () => {
  await network.startDaemon(check);
  await network.logIn();
  // Server list and tickets are known before.
  await network.comet('connect', 'nl-ams');
  await network.comet('disconnect');
  server = spawn('ip', [
    ...['netns', 'exec', network.far, process.execPath],
    join(import.meta.dirname, 'fleet/portal-server.ts'),
  ]);
  const begun = await Promise.race([once(server.stdout ?? server, 'data'), once(server, 'exit')]);
  if (!String(begun).includes('ready')) throw new Error('the portal did not start');
});

beforeEach(async () => {
  await inFar('curl', '-sS', page.replace('sign-in', 'begin'));
  await network.comet('lockdown', 'on');
  await detected();
});

afterEach(async () => {
  for (const one of programs.splice(0)) await end(one, 'SIGKILL');
  await inFar('curl', '-sS', page.replace('sign-in', 'accept'));
  await inFar('nft', 'delete', 'table', 'inet', 'counted');
  await network.comet('disconnect');
  await network.comet('lockdown', 'off');
});

afterAll(() => end(server, 'SIGKILL'));

async function inFar(...argv: readonly string[]): Promise<string> {
  const child = spawn('ip', ['netns', 'exec', network.far, ...argv]);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child, 'close');
  return text;
}

async function detected(): Promise<void> {
  await expect
    .poll(async () => (await network.snapshot()).captivePortal, { timeout: 20_000 })
    .toEqual({ page, openUntil: null });
}

/** Counts, outside the client, what its programs send. */
async function count(): Promise<void> {
  const tagged = `th sport ${others.first}-${others.last}`;
  const rules = [
    `meta l4proto { tcp, udp } ${tagged} counter name others`,
    'icmp type echo-request counter name others',
    `tcp dport ${portal.pagePort} tcp flags & (syn | ack) == syn counter name page`,
    `ip daddr ${addresses.far} udp dport 53 counter name queries`,
    `ip daddr ${addresses.echo4} udp dport 53 counter name strangers`,
    'tcp dport 22 counter name strangers',
  ].map((rule) => `iifname "eth0" ${rule}`);
  const names = ['others', 'page', 'queries', 'strangers'].map((name) => `counter ${name} { }`);
  await inFar(
    'nft',
    `table inet counted { ${names.join('; ')}; chain in { type filter hook prerouting priority -300; ${rules.join('; ')}; }; }`,
  );
}

async function counted(name: 'others' | 'page' | 'queries' | 'strangers'): Promise<number> {
  const text = await inFar('nft', 'list', 'counter', 'inet', 'counted', name);
  const [, packets] = /packets (\d+)/.exec(text) ?? [];
  expect(packets).toBeDefined();
  return Number(packets);
}

/** A UDP packet to port 53 of an address. */
const query = (address: string, localPort = 0) =>
  `perl -MIO::Socket::INET -e 'IO::Socket::INET->new(Proto=>"udp",PeerAddr=>"${address}",PeerPort=>53,LocalPort=>${localPort})->send("q")' 2>&1`;

/** What programs without the permission try, with local ports of `others`. */
async function tryOthers(): Promise<void> {
  const from = ['--local-port', `${others.first}-${others.first + 499}`, '--max-time', '1'];
  await Promise.all([
    ...[page, `http://${addresses.echo4}/`, `http://${addresses.far}/`].map((url) =>
      network.inClient('curl', '-s', ...from, url),
    ),
    network.inClient('sh', '-c', query(addresses.far, others.last)),
    network.inClient('sh', '-c', query(addresses.echo4, others.last - 1)),
    network.inClient('ping', '-c1', '-W1', addresses.echo4),
  ]);
}

/** Starts `comet portal open` with a shell script, whose `$1` is the page, and returns its output so far. */
function show(script: string): { readonly output: () => string; readonly process: ChildProcess } {
  const child = spawn('ip', [
    ...['netns', 'exec', network.client, 'env', `COMET_SOCKET=${network.socket}`],
    ...[inject('comet'), 'portal', 'open', 'bash', '-c', script, 'window'],
  ]);
  programs.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { output: () => text, process: child };
}

/** A window that loads the page again and again. */
const browsing = 'while :; do curl -sS --max-time 1 "$1" 2>&1; echo; sleep 0.2; done';
const reached = `page for ${addresses.client}`;

test('the page is detected, and without a tunnel only the program that shows it leaves', async () => {
  const shown = await network.comet('portal');
  expect(shown.stdout).toContain(page);
  expect((await network.comet('status')).stdout).toContain('comet portal open');
  await count();
  await tryOthers();
  expect(await counted('page')).toBe(0);
  const probes = `${query(addresses.far)}; ${query(addresses.echo4)}; curl -s --max-time 1 http://${addresses.far}:22/`;
  const { output } = show(`${probes}; ${browsing}`);
  await expect.poll(output, { timeout: 20_000 }).toContain(reached);
  expect((await network.snapshot()).captivePortal?.openUntil).not.toBeNull();
  await tryOthers();
  // The network's resolver and web pages, and nothing else.
  expect([await counted('others'), await counted('strangers')]).toEqual([0, 0]);
  expect(await counted('page')).toBeGreaterThan(0);
  expect(await counted('queries')).toBeGreaterThan(0);
  // The control: the same programs are counted without lockdown.
  await network.comet('lockdown', 'off');
  await tryOthers();
  expect(await counted('others')).toBeGreaterThanOrEqual(6);
});

test('once the page is accepted, the program is blocked again', async () => {
  const { output, process: window } = show(browsing);
  await expect.poll(output, { timeout: 20_000 }).toContain(reached);
  await inFar('curl', '-sS', page.replace('sign-in', 'accept'));
  await expect
    .poll(async () => (await network.snapshot()).captivePortal, { timeout: 20_000 })
    .toBeUndefined();
  await count();
  const before = output().length;
  await expect.poll(() => output().slice(before), { timeout: 20_000 }).toContain('Failed to connect');
  expect(output().slice(before + 200)).not.toContain(reached);
  expect([window.exitCode, await counted('page')]).toEqual([null, 0]);
  expect((await network.inClient('nft', 'list', 'tables')).stdout).not.toContain('comet_portal');
});

test('a connect that the network blocked succeeds at once after the sign-in', async () => {
  const connecting = network.comet('connect', 'nl-ams');
  await network.reaches('connecting');
  const { output } = show(`curl -sS "$1"; curl -sS "\${1%sign-in}accept"; sleep 60`);
  // The page is reached only before the tunnel: afterwards it would see the gateway's address.
  await expect.poll(output, { timeout: 20_000 }).toContain(reached);
  await network.reaches('connected', 60_000);
  expect(await network.seenAs()).toBe(addresses.lease4);
  expect((await network.snapshot()).captivePortal).toBeUndefined();
  await connecting;
}, 120_000);

test('the permission ends with the program', async () => {
  const { output, process: window } = show(browsing);
  await expect.poll(output, { timeout: 20_000 }).toContain(reached);
  await end(window, 'SIGKILL');
  await detected();
  expect((await network.inClient('nft', 'list', 'tables')).stdout).not.toContain('comet_portal');
});

test('the kernel ends the permission in time, also if the daemon was killed', async () => {
  const { output } = show(browsing);
  await expect.poll(output, { timeout: 20_000 }).toContain(reached);
  const { stdout } = await network.inClient('nft', 'list', 'set', 'inet', 'comet_portal', 'permitted');
  expect(stdout).toMatch(/tcp timeout 10m expires 9m/);
  await network.endDaemon('SIGKILL');
  try {
    const before = output().length;
    await expect.poll(() => output().slice(before), { timeout: 5_000 }).toContain(reached);
    for (const words of [
      'delete element inet comet_portal permitted { tcp }',
      'add element inet comet_portal permitted { tcp timeout 1s }',
    ])
      expect((await network.inClient('nft', words)).code).toBe(0);
    const now = output().length;
    await expect.poll(() => output().slice(now), { timeout: 10_000 }).toContain('Failed to connect');
  } finally {
    await network.startDaemon(check);
  }
});

test('another program gets the permission neither by the daemon nor by the cgroup', async () => {
  const { output } = show(browsing);
  await expect.poll(output, { timeout: 20_000 }).toContain(reached);
  const stranger = spawn('ip', ['netns', 'exec', network.client, 'sleep', '60']);
  programs.push(stranger);
  const pid = stranger.pid ?? 0;
  await expect(askDaemon(network.socket, 'portal.open', { pid })).rejects.toThrow('not_your_process');
  // As an ordinary user, and, as the control that the path is right, as root.
  const join = (user: string) =>
    `mount -t cgroup2 cgroup2 /sys/fs/cgroup; for group in $(find /sys/fs/cgroup -name comet.portal); do
      setpriv --reuid ${user} --regid ${user} --clear-groups sh -c "echo ${pid} > $group/cgroup.procs"; done`;
  const isInside = async () => (await readFile(`/proc/${pid}/cgroup`, 'utf8')).includes('comet.portal');
  await network.inClient('sh', '-c', join('65534'));
  expect(await isInside()).toBe(false);
  await network.inClient('sh', '-c', join('0'));
  expect(await isInside()).toBe(true);
});

test('refuses without a page', async () => {
  await inFar('curl', '-sS', page.replace('sign-in', 'accept'));
  await network.comet('portal');
  const { output, process: window } = show('echo shown');
  await once(window, 'exit');
  expect(output()).toContain('No sign-in page was found');
});
