import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRepository } from '../repository.ts';
import { createCertificates } from './certificates.ts';
import { dataDisk, mountDisk } from './data-disk.ts';
import { ADDRESSES, NODES } from './hosts.ts';
import { postgresAccount } from './prerequisites.ts';
import { patroniConfig } from './patroni-config.ts';
import type { Programs } from './programs.ts';
import type { ClusterSettings, ClusterNode } from './settings.ts';
import type { Variables } from './environment-file.ts';

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

/** etcd's settings as variables (`--initial-cluster` is `ETCD_INITIAL_CLUSTER`), with TLS between members and from clients. */
export function etcdVariables({ nodes, paths }: ClusterSettings, { name, address }: ClusterNode): Variables {
  const client = `https://${address}:2379`;
  const peer = `https://${address}:2380`;
  const certificates = {
    TRUSTED_CA_FILE: `${paths.certificates}/ca.pem`,
    CERT_FILE: `${paths.certificates}/node.pem`,
    KEY_FILE: `${paths.certificates}/node.key`,
    CLIENT_CERT_AUTH: 'true',
  };
  const prefixed = (prefix: string) =>
    Object.fromEntries(Object.entries(certificates).map(([key, value]) => [`${prefix}${key}`, value]));
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: paths.etcdData,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: nodes.map((node) => `${node.name}=https://${node.address}:2380`).join(','),
    ETCD_INITIAL_CLUSTER_TOKEN: 'comet',
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_ENABLE_V2: 'true',
    ...prefixed('ETCD_'),
    ...prefixed('ETCD_PEER_'),
    // In ms: a slow disk must not cause elections.
    ETCD_HEARTBEAT_INTERVAL: '250',
    ETCD_ELECTION_TIMEOUT: '2500',
  };
}

/** The variables that haproxy.cfg expands. */
export function haproxyVariables({ nodes, balancer, replicas, paths }: ClusterSettings): Variables {
  return {
    POSTGRES_BIND: `${balancer}:5432`,
    API_BIND: `${balancer}:4800`,
    CLUSTER_CA: `${paths.certificates}/ca.pem`,
    PG_1: nodes[0].address,
    PG_2: nodes[1].address,
    PG_3: nodes[2].address,
    API_1: replicas[0],
    API_2: replicas[1],
  };
}
