import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from '../repository.ts';
import { createCertificates } from './certificates.ts';
import { dataDisk, mountDisk } from './data-disk.ts';
import { etcdVariables } from './etcd-settings.ts';
import { haproxyVariables } from './haproxy-settings.ts';
import { ADDRESSES, NODES } from './hosts.ts';
import { postgresAccount } from './machine.ts';
import { patroniConfig } from './patroni-config.ts';
import type { Programs } from './programs.ts';
import type { ClusterSettings } from './settings.ts';

/** Further addresses in the nodes' certificates: HAProxy, and the relay on the machine. */
const CERTIFIED = [ADDRESSES.lb, '127.0.0.1'] as const;

/** Local paths and addresses of a cluster in `folder`, for the files of deploy/cluster. */
export interface DatabaseOptions {
  readonly folder: string;
  readonly programs: Programs;
  /** The folder of PostgreSQL's programs. */
  readonly postgresPrograms: string;
  readonly passwords: ClusterSettings['passwords'];
  readonly replicas: ClusterSettings['replicas'];
  /** Size in MiB of a separate disk for the data of each node's PostgreSQL; null for the disk of `folder`. */
  readonly dataDiskMebibytes: number | null;
}

/** The path of the cluster's CA certificate. */
export function certificateAuthority(folder: string): string {
  return join(folder, 'certificates', 'ca.pem');
}

/** Starts etcd and Patroni on each node, and HAProxy. Returns at once: Patroni then creates the database cluster. */
export async function startDatabaseNodes(options: DatabaseOptions): Promise<void> {
  const { folder, programs } = options;
  const certificates = join(folder, 'certificates');
  const owner = await postgresAccount();
  await createCertificates({ folder: certificates, nodes: NODES, addresses: CERTIFIED, owner });
  const template = await readFile(inRepository('deploy/cluster/patroni.yml'), 'utf8');
  const settingsOf = (name: string): ClusterSettings => ({
    nodes: NODES,
    balancer: ADDRESSES.lb,
    replicas: options.replicas,
    passwords: options.passwords,
    watchdog: 'off',
    paths: {
      certificates: name === 'lb' ? certificates : join(certificates, name),
      postgresData: join(dataDisk(folder, name), 'postgres'),
      postgresPrograms: options.postgresPrograms,
      postgresSocket: join(folder, 'nodes', name),
      pgpass: join(folder, 'nodes', name, 'pgpass'),
      etcdData: join(folder, 'nodes', name, 'etcd'),
    },
  });
  for (const node of NODES) {
    const { name } = node;
    const own = join(folder, 'nodes', name);
    const config = join(own, 'patroni.yml');
    const disk = dataDisk(folder, name);
    await mkdir(disk, { recursive: true });
    if (options.dataDiskMebibytes !== null) await mountDisk(disk, options.dataDiskMebibytes);
    await writeFile(config, patroniConfig(template, settingsOf(name), node), { mode: 0o600 });
    for (const path of [own, disk, config]) await chown(path, owner.uid, owner.gid);
    await chmod(own, 0o700);
    const host = { host: name, user: 'postgres' };
    programs.start(`etcd-${name}`, { ...host, argv: ['etcd'], env: etcdVariables(settingsOf(name), node) });
    programs.start(`patroni-${name}`, {
      ...host,
      argv: ['patroni', config],
      env: { LANG: 'C.UTF-8', PYTHONUNBUFFERED: '1' },
    });
  }
  const haproxy = inRepository('deploy/cluster/haproxy.cfg');
  programs.start('haproxy', {
    host: 'lb',
    argv: ['haproxy', '-db', '-f', haproxy],
    env: { ...haproxyVariables(settingsOf('lb')) },
  });
}
