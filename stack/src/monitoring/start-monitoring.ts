import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { portBlock } from '../addresses.ts';
import type { Cluster } from '../cluster/start-cluster.ts';
import { startRelay } from '../cluster/relay.ts';
import { NEXT_BLOCK } from '../cluster/replicas.ts';
import { inRepository } from '../repository.ts';
import { nodeCommand } from '../service/start-service.ts';
import { alertmanagerSettings, prometheusSettings } from './local-settings.ts';

/** The programs, and the Debian package of each. */
export const MONITORING_COMMANDS = {
  prometheus: 'prometheus',
  'prometheus-alertmanager': 'prometheus-alertmanager',
} as const;

/** Prometheus and Alertmanager of a cluster, which end with it. */
export interface Monitoring {
  /** Addresses on this machine. */
  readonly addresses: { readonly prometheus: string; readonly alertmanager: string };
  close(): void;
}

/** Starts Prometheus and Alertmanager with the settings of deploy/monitoring beside the API replicas, on the last port of each replica's block. */
export async function startMonitoring({ folder, programs, replicas }: Cluster): Promise<Monitoring> {
  const blocks = [portBlock(replicas.port), portBlock(replicas.port + NEXT_BLOCK)] as const;
  const [prometheus, alertmanager] = blocks.map(({ metrics }) => metrics + 1) as [number, number];
  const ports = { metrics: blocks.map(({ metrics }) => metrics), alertmanager, smtp: blocks[0].smtp };
  const own = join(folder.root, 'monitoring');
  const shipped = inRepository('deploy/monitoring');
  const read = (name: string) => readFile(join(shipped, name), 'utf8');
  await mkdir(own, { recursive: true });
  await writeFile(
    join(own, 'prometheus.yml'),
    prometheusSettings(await read('prometheus.yml'), shipped, ports),
  );
  await writeFile(join(own, 'alertmanager.yml'), alertmanagerSettings(await read('alertmanager.yml'), ports));
  const start = (name: string, ...argv: readonly string[]) =>
    programs.start(name, { host: 'app', argv, env: {} });
  start(
    'prometheus',
    'prometheus',
    `--config.file=${join(own, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(own, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${prometheus}`,
  );
  start(
    'alertmanager',
    'prometheus-alertmanager',
    `--config.file=${join(own, 'alertmanager.yml')}`,
    `--storage.path=${join(own, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${alertmanager}`,
    // One Alertmanager alone.
    '--cluster.listen-address=',
  );
  const local = (port: number) => ({ host: '127.0.0.1', port });
  const socket = (port: number) => ({ path: join(folder.root, `${port}.sock`) });
  const both = [prometheus, alertmanager];
  const pairs = both.map((port) => [socket(port), local(port)]);
  start('relay-monitoring', ...nodeCommand('stack/src/cluster/relay-program.ts', JSON.stringify(pairs)));
  const relays: readonly Server[] = await Promise.all(
    both.map((port) => startRelay(local(port), socket(port))),
  );
  return {
    addresses: {
      prometheus: `http://127.0.0.1:${prometheus}`,
      alertmanager: `http://127.0.0.1:${alertmanager}`,
    },
    close() {
      for (const relay of relays) relay.close();
    },
  };
}
