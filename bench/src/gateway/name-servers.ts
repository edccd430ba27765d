import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@comet/stack';
import type { Peer } from '../start-peer.ts';

/** Names that a server resolves at `upstream`, and those that it blocks with their subdomains. */
export interface Names {
  readonly upstream: number;
  readonly blocked: readonly string[];
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

type WriteCommand = (port: number, names: Names, folder: string) => Promise<Command>;

const address = '192.0.2.1';
/** A name that every server answers. */
const known = nameOf(0);

/** Returns the `index`th name that the upstream server knows. */
export function nameOf(index: number): string {
  return `n${index}.answers.example`;
}

/** Starts unbound as the upstream server of `count` names. */
export async function startUpstream(count: number, folder: string): Promise<Peer> {
  const records = Array.from(
    { length: count },
    (_, index) => `local-data: "${nameOf(index)}. 3600 IN A ${address}"`,
  );
  return startServer(folder, null, (port) => writeUnbound(port, folder, 'upstream.conf', records));
}

/** Starts our filter with one block list. */
export function startOurFilter(program: string, names: Names, folder: string): Promise<Peer> {
  return startServer(folder, names, async (port) => {
    await writeFile(join(folder, 'ads.txt'), `${names.blocked.join('\n')}\n`);
    return { program, args: ['-', `127.0.0.1:${names.upstream}`, folder, `127.0.0.1:${port}=ads`] };
  });
}

/** Debian's caching servers with the same list, each as its documentation blocks names. */
export const debianServers: Readonly<Record<string, (names: Names, folder: string) => Promise<Peer>>> = {
  unbound: (names, folder) =>
    startServer(folder, names, (port) =>
      writeUnbound(
        port,
        folder,
        'unbound.conf',
        names.blocked.map((name) => `local-zone: "${name}." always_nxdomain`),
        `forward-zone:\n  name: "."\n  forward-addr: 127.0.0.1@${names.upstream}\n`,
      ),
    ),
  dnsmasq: (names, folder) => startServer(folder, names, writeDnsmasq),
};

/** `rules`: lines of its section `server`; `more`: further sections. */
async function writeUnbound(
  port: number,
  folder: string,
  name: string,
  rules: readonly string[],
  more = '',
): Promise<Command> {
  const server = [
    `interface: 127.0.0.1@${port}`,
    `directory: "${folder}"`,
    ...['do-daemonize: no', 'use-syslog: no', 'verbosity: 0', 'chroot: ""', 'username: ""', 'pidfile: ""'],
    ...['num-threads: 1', 'do-not-query-localhost: no', 'module-config: "iterator"'],
    ...rules,
  ];
  const file = join(folder, name);
  const lines = server.map((line) => `  ${line}\n`).join('');
  await writeFile(file, `server:\n${lines}${more}remote-control:\n  control-enable: no\n`);
  return { program: '/usr/sbin/unbound', args: ['-d', '-c', file] };
}

const writeDnsmasq: WriteCommand = async (port, { upstream, blocked }, folder) => {
  const file = join(folder, 'dnsmasq.conf');
  const options = [
    ...[`port=${port}`, 'listen-address=127.0.0.1', 'bind-interfaces', 'no-resolv', 'no-hosts', 'user=root'],
    ...[`server=127.0.0.1#${upstream}`, 'cache-size=10000', 'dns-forward-max=1000', 'pid-file'],
    ...blocked.map((name) => `address=/${name}/`),
  ];
  await writeFile(file, `${options.join('\n')}\n`);
  return { program: '/usr/sbin/dnsmasq', args: ['--keep-in-foreground', `--conf-file=${file}`] };
};

/** Starts a server on a free port and waits until it answers; with `names` also until it blocks the last one. */
async function startServer(
  folder: string,
  names: Names | null,
  write: (port: number, names: Names, folder: string) => Promise<Command>,
): Promise<Peer> {
  const port = await freePort();
  const { program, args } = await write(port, names ?? { upstream: 0, blocked: [] }, folder);
  // Our filter ends with its standard input.
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const ended = once(child, 'exit');
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  const refuses = (name: string) =>
    resolver.resolve4(name).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOTFOUND',
    );
  const last = names?.blocked.at(-1);
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const resolved = await resolver.resolve4(known).catch((): string[] => []);
    if (resolved.includes(address) && (last === undefined || (await refuses(last)))) break;
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`${program} answers no queries. ${errors}`);
    }
  }
  return {
    pid: child.pid ?? 0,
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
