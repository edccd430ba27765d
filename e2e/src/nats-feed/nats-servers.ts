import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildNatsServer, freePort } from '@comet/stack';
import { vi } from 'vitest';
import { createAuthority } from './certificates.ts';

const cometApi = join(import.meta.dirname, '../../../apps/api/src/main.ts');

/** The parts of nats-server's configuration that differ on one machine. */
interface Configuration {
  listen: string;
  cluster?: { listen: string; routes: string[] };
  leafnodes: { listen?: string; remotes?: { urls: string[] }[] };
}

/** A nats-server process, which can be killed and started again with its data. */
export interface NatsServer {
  readonly url: string;
  /** What it has written to its log. */
  readonly log: () => string;
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
  /** The file of the authority's certificate, which API and gateways must trust. */
  readonly authorityFile: string;
  stop(): Promise<void>;
}

/** What differs from a good installation. */
interface Faults {
  /** Leaf nodes trust another authority. */
  readonly isLeafDistrustful?: boolean;
  /** The certificates of the servers are for this host. */
  readonly certificateHost?: string;
}

/**
 * Writes the configuration with `comet-api nats`, moves it to free ports of 127.0.0.1 and the files to `folder`, and starts the servers: with
 * TLS everywhere, and certificates for `localhost` from an authority of their own.
 */
export async function startNatsServers(
  folder: string,
  count: 1 | 3,
  { isLeafDistrustful = false, certificateHost = 'localhost' }: Faults = {},
): Promise<NatsServers> {
  const program = await buildNatsServer(() => undefined);
  const authority = await createAuthority(join(folder, 'authority'));
  const stranger = await createAuthority(join(folder, 'stranger'));
  const { certificate, key } = await authority.issue(certificateHost);
  const run = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [cometApi, 'nats', ...words]);
  const names = Array.from({ length: count }, (_, index) => `n${index + 1}`);
  const servers = names.map((name) => `${name}=localhost`).join(',');
  await run('init', folder, '--servers', servers, '--ca', authority.certificate);
  await run('leaf', folder, 'ams');
  const ports = await Promise.all(
    names.map(async () => ({ client: await freePort(), cluster: await freePort(), leaf: await freePort() })),
  );
  const local = (port: number) => `127.0.0.1:${port}`;
  const moved = async (name: string, change: (configuration: Configuration) => void) => {
    const path = join(folder, `${name}.conf`);
    const text = [
      ['/etc/nats/server.crt', certificate] as const,
      ['/etc/nats/server.key', key] as const,
      ['/etc/nats/cluster.crt', join(folder, `${name}.cluster.crt`)] as const,
      ['/etc/nats/cluster.key', join(folder, `${name}.cluster.key`)] as const,
      ['/etc/nats/cluster-ca.crt', join(folder, 'cluster-ca.crt')] as const,
      ['/etc/nats/ca.crt', isLeafDistrustful ? stranger.certificate : join(folder, 'ca.crt')] as const,
      ['/etc/nats/leaf.creds', join(folder, 'leaf-ams.creds')] as const,
      ['/var/lib/nats', join(folder, `data-${name}`)] as const,
    ].reduce(
      (rest, [from, to]) => rest.replaceAll(`"${from}"`, JSON.stringify(to)),
      await readFile(path, 'utf8'),
    );
    const configuration = JSON.parse(text) as Configuration;
    change(configuration);
    await writeFile(path, JSON.stringify(configuration));
    return path;
  };
  const cluster = await Promise.all(
    names.map(async (name, index) => {
      const own = ports[index]!;
      const path = await moved(name, (configuration) => {
        configuration.listen = local(own.client);
        configuration.leafnodes.listen = local(own.leaf);
        if (configuration.cluster === undefined) return;
        const password = /tls:(\/\/[^@]+@)/.exec(configuration.cluster.routes[0] ?? '')?.[1] ?? '';
        configuration.cluster.listen = local(own.cluster);
        configuration.cluster.routes = ports
          .filter((other) => other !== own)
          .map((other) => `tls:${password}localhost:${other.cluster}`);
      });
      return natsServer(program, path, own.client);
    }),
  );
  const leafPort = await freePort();
  const leafPath = await moved('leaf-ams', (configuration) => {
    configuration.listen = local(leafPort);
    for (const remote of configuration.leafnodes.remotes ?? [])
      remote.urls = ports.map((port) => `tls://localhost:${port.leaf}`);
  });
  const leaf = natsServer(program, leafPath, leafPort);
  const all = [...cluster, leaf];
  await Promise.all(all.map((server) => server.start()));
  return {
    ...{ cluster, leaf, seedFile: join(folder, 'account.seed'), authorityFile: authority.certificate },
    async stop() {
      await Promise.all(all.map((server) => server.kill()));
    },
  };
}

function natsServer(program: string, configuration: string, port: number): NatsServer {
  let child: ChildProcess | null = null;
  let output: string[] = [];
  return {
    url: `tls://localhost:${port}`,
    log: () => output.join(''),
    async kill() {
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
    async start() {
      output = [];
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
