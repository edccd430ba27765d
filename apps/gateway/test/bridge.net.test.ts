import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bridgeForwarderPort, readBridge } from '@comet/admission';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** A bridge in a network namespace, with unmodified clients. The API and another service are at another address of the machine. */
const namespace = `bridge-${process.pid}`;
const publicIp = '192.0.2.1';
const service = '192.0.2.9';
const ports = { obfs4: 443, shadowsocks: 8443, api: 7443, other: 7444 };
const folder = mkdtempSync(join(tmpdir(), 'comet-bridge-'));
const children: ChildProcess[] = [];
let lines: readonly string[] = [];

const inside = (...argv: readonly string[]) =>
  spawnSync('ip', ['netns', 'exec', namespace, ...argv], { encoding: 'utf8' });

function start(argv: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn('ip', ['netns', 'exec', namespace, ...argv], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

/** The body of an HTTP response; empty without one. */
const get = (url: string, ...options: readonly string[]) =>
  inside('curl', '-s', '-m', '3', ...options, url).stdout;

const bridgeOf = (kind: 'obfs4' | 'shadowsocks') => {
  const found = lines.map(readBridge).find((one) => one?.kind === kind);
  if (found === null || found === undefined) throw new Error(`no bridge of the kind ${kind}`);
  return found;
};

/** An ss-tunnel client of the bridge; returns its local port. */
function shadowsocksTo(destination: string, localPort: number): string {
  const { host, port, ...login } = bridgeOf('shadowsocks');
  if (login.kind !== 'shadowsocks') throw new Error('no Shadowsocks');
  const server = ['-s', host, '-p', String(port), '-m', login.method, '-k', login.password];
  start(['ss-tunnel', ...server, '-b', '127.0.0.1', '-l', String(localPort), '-L', destination]);
  return `http://127.0.0.1:${localPort}/`;
}

beforeAll(async () => {
  spawnSync('ip', ['netns', 'add', namespace]);
  inside('ip', 'link', 'set', 'lo', 'up');
  for (const address of [publicIp, service]) inside('ip', 'address', 'add', `${address}/32`, 'dev', 'lo');
  const server = join(folder, 'services.mjs');
  const serve = (text: string, port: number) =>
    `createServer((_, response) => response.end('${text}')).listen(${port}, '${service}');\n`;
  const services = `${serve('from the API', ports.api)}${serve('from another service', ports.other)}`;
  writeFileSync(server, `import { createServer } from 'node:http';\n${services}`);
  start([process.execPath, server]);
  start([process.execPath, join(import.meta.dirname, '../src/main.ts'), 'bridge'], {
    API_URL: `https://${service}:${ports.api}`,
    PUBLIC_IP: publicIp,
    OBFS4_PORT: String(ports.obfs4),
    SHADOWSOCKS_PORT: String(ports.shadowsocks),
    STATE_DIR: folder,
  });
  const listening = () => inside('ss', '-Htln').stdout;
  for (const port of [...Object.values(ports), bridgeForwarderPort])
    await vi.waitUntil(() => listening().includes(`:${port} `), { timeout: 20_000 });
  lines = readFileSync(join(folder, 'bridges.txt'), 'utf8').trim().split('\n');
}, 40_000);

afterAll(() => {
  for (const child of children) child.kill('SIGTERM');
  // The programs of the bridge end with it, or with the namespace's last process.
  for (const pid of spawnSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' }).stdout.split('\n'))
    if (pid !== '') process.kill(Number(pid), 'SIGKILL');
  spawnSync('ip', ['netns', 'delete', namespace]);
  rmSync(folder, { recursive: true });
});

test('a client reaches the API over Shadowsocks, and no other service', async () => {
  const api = shadowsocksTo(`127.0.0.1:${bridgeForwarderPort}`, 9001);
  await expect.poll(() => get(api), { timeout: 10_000 }).toBe('from the API');
  const other = shadowsocksTo(`${service}:${ports.other}`, 9002);
  await expect.poll(() => inside('ss', '-Htln').stdout, { timeout: 10_000 }).toContain(':9002 ');
  expect(get(other)).toBe('');
  // The control: without the bridge's firewall the client reaches the other service.
  inside('nft', 'delete', 'table', 'inet', 'comet_bridge');
  await expect.poll(() => get(other), { timeout: 10_000 }).toBe('from another service');
}, 60_000);

test('a client reaches the API over obfs4', async () => {
  const bridge = bridgeOf('obfs4');
  if (bridge.kind !== 'obfs4') throw new Error('no obfs4');
  const client = start(['obfs4proxy'], {
    TOR_PT_MANAGED_TRANSPORT_VER: '1',
    TOR_PT_CLIENT_TRANSPORTS: 'obfs4',
    TOR_PT_STATE_LOCATION: folder,
  });
  let output = '';
  client.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const proxyPort = () => /CMETHOD obfs4 socks5 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
  await expect.poll(proxyPort, { timeout: 10_000 }).toBeDefined();
  const login = ['--proxy-user', `cert=${bridge.cert}:;iat-mode=0`];
  const proxy = ['--socks5', `127.0.0.1:${proxyPort()}`, ...login];
  expect(get(`http://${publicIp}:${ports.obfs4}/`, ...proxy)).toBe('from the API');
}, 30_000);
