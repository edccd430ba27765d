import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildNatsServer, freePort } from '@comet/stack';
import { vi } from 'vitest';

const cometApi = join(import.meta.dirname, '../../../apps/api/src/main.ts');

/** The parts of nats-server's configuration that differ on one machine. */
interface Configuration {
  server_name: string;
  listen: string;
  tls?: object;
  jetstream: { store_dir: string };
  cluster?: { listen: string; tls?: object; routes: string[] };
  leafnodes: {
    listen?: string;
    tls?: object;
    remotes?: { urls: string[]; credentials: string }[];
  };
}

/** A nats-server process, which can be killed and started again with its data. */
export interface NatsServer {
  readonly url: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts it, and waits until it serves clients and has JetStream. */
  start(): Promise<void>;
}

/** The servers that `comet-api nats` configures: a cluster, and a leaf node. */
export interface NatsServers {
  readonly cluster: readonly NatsServer[];
  readonly leaf: NatsServer;
  /** The file of the account's seed. */
  readonly seedFile: string;
  stop(): Promise<void>;
}

/** Writes the configuration with `comet-api nats`, moves it to free ports of 127.0.0.1 without TLS, and starts the servers. */
export async function startNatsServers(folder: string, count: 1 | 3): Promise<NatsServers> {
  const program = await buildNatsServer(() => undefined);
  const run = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [cometApi, 'nats', ...words]);
  const names = Array.from({ length: count }, (_, index) => `n${index + 1}`);
  await run('init', folder, '--servers', names.map((name) => `${name}=127.0.0.1`).join(','));
  await run('leaf', folder, 'ams');
  const ports = await Promise.all(
    names.map(async () => ({ client: await freePort(), cluster: await freePort(), leaf: await freePort() })),
  );
  const local = (port: number) => `127.0.0.1:${port}`;
  const withoutTls = async (name: string, change: (configuration: Configuration) => void) => {
    const path = join(folder, `${name}.conf`);
    const configuration = JSON.parse(await readFile(path, 'utf8')) as Configuration;
    delete configuration.tls;
    delete configuration.leafnodes.tls;
    delete configuration.cluster?.tls;
    configuration.jetstream.store_dir = join(folder, `data-${name}`);
    change(configuration);
    await writeFile(path, JSON.stringify(configuration));
    return path;
  };
  const cluster = await Promise.all(
    names.map(async (name, index) => {
      const own = ports[index]!;
      const path = await withoutTls(name, (configuration) => {
        configuration.listen = local(own.client);
        configuration.leafnodes.listen = local(own.leaf);
        if (configuration.cluster === undefined) return;
        const password = /tls:(\/\/[^@]+@)/.exec(configuration.cluster.routes[0] ?? '')?.[1] ?? '';
        configuration.cluster.listen = local(own.cluster);
        configuration.cluster.routes = ports
          .filter((other) => other !== own)
          .map((other) => `nats:${password}${local(other.cluster)}`);
      });
      return natsServer(program, path, own.client);
    }),
  );
  const leafPort = await freePort();
  const leafPath = await withoutTls('leaf-ams', (configuration) => {
    configuration.listen = local(leafPort);
    configuration.leafnodes.remotes = (configuration.leafnodes.remotes ?? []).map((remote) => ({
      ...remote,
      urls: ports.map(({ leaf }) => `nats://${local(leaf)}`),
      credentials: join(folder, 'leaf-ams.creds'),
    }));
  });
  const leaf = natsServer(program, leafPath, leafPort);
  const all = [...cluster, leaf];
  await Promise.all(all.map((server) => server.start()));
  return {
    ...{ cluster, leaf, seedFile: join(folder, 'account.seed') },
    async stop() {
      await Promise.all(all.map((server) => server.kill()));
    },
  };
}

function natsServer(program: string, configuration: string, port: number): NatsServer {
  let child: ChildProcess | null = null;
  return {
    url: `nats://127.0.0.1:${port}`,
    async kill() {
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
    async start() {
      const output: string[] = [];
      const started = spawn(program, ['-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      started.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
      await vi.waitFor(
        () => {
          if (!output.join('').includes('Server is ready')) throw new Error(output.join('').slice(-2_000));
        },
        { timeout: 30_000, interval: 50 },
      );
    },
  };
}
