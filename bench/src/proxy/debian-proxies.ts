import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Packages } from '../bench.ts';
import type { Peer } from '../start-peer.ts';

/** Debian's proxies for comparison, with minimal configurations. */
const programs = {
  haproxy: {
    path: '/usr/sbin/haproxy',
    args: (file: string) => ['-f', file],
    config: (port: number, origin: number) => `
global
  maxconn 4000
defaults
  mode tcp
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen all
  bind 127.0.0.1:${port}
  server origin 127.0.0.1:${origin}
`,
  },
  tinyproxy: {
    path: '/usr/bin/tinyproxy',
    args: (file: string) => ['-d', '-c', file],
    config: (port: number) => `
Port ${port}
Listen 127.0.0.1
Timeout 600
MaxClients 4000
LogLevel Critical
Allow 127.0.0.1
BasicAuth abc123 word
`,
  },
  squid: {
    path: '/usr/sbin/squid',
    args: (file: string) => ['-N', '-f', file],
    // The program changes the mode of its log file, which therefore must not be a device.
    config: (port: number, _origin: number, log: string) => `
http_port 127.0.0.1:${port}
http_access allow all
access_log none
cache_log ${log}
cache_store_log none
cache deny all
pid_filename none
shutdown_lifetime 0 seconds
max_filedescriptors 8192
`,
  },
} as const;

export type DebianProxy = keyof typeof programs;

/** Debian packages of the proxies, with the same names. */
export const proxyPackages: Packages = Object.fromEntries(
  Object.entries(programs).map(([name, { path }]) => [path, name]),
);

/** Returns the installed proxies; calls `missing` with the others. */
export async function installedProxies(missing: (name: string) => void): Promise<readonly DebianProxy[]> {
  const found: DebianProxy[] = [];
  for (const [name, { path }] of Object.entries(programs) as [DebianProxy, { path: string }][]) {
    await access(path).then(
      () => found.push(name),
      () => missing(name),
    );
  }
  return found;
}

/** Starts a proxy at `port`; haproxy forwards to `origin` only. */
export async function startDebianProxy(name: DebianProxy, port: number, origin: number): Promise<Peer> {
  const { path, args, config } = programs[name];
  const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'config');
  await writeFile(file, config(port, origin, join(folder, 'log')));
  const child = spawn(path, args(file), { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (let tries = 0; !(await responds(port)); tries += 1) {
    if (tries === 100 || child.exitCode !== null) throw new Error(`${name} did not start`);
    await sleep(100);
  }
  return {
    pid: child.pid ?? 0,
    port,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
