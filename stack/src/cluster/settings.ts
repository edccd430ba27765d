/** A machine with PostgreSQL, Patroni and etcd. */
export interface ClusterNode {
  /** As in haproxy.cfg. */
  readonly name: 'pg-1' | 'pg-2' | 'pg-3';
  readonly address: string;
}

/** Everything in the configuration files of a cluster that differs between installations. */
export interface ClusterSettings {
  readonly nodes: readonly [ClusterNode, ClusterNode, ClusterNode];
  /** The address of HAProxy. */
  readonly balancer: string;
  /** `ADDRESS:PORT` of both replicas. */
  readonly replicas: readonly [string, string];
  readonly passwords: {
    readonly superuser: string;
    readonly replication: string;
    readonly rewind: string;
    readonly restApi: string;
  };
  readonly paths: ClusterPaths;
  /** Patroni's setting `watchdog.mode`. */
  readonly watchdog: 'automatic' | 'off';
}

/** Absolute paths on a machine. */
interface ClusterPaths {
  /** The folder with `ca.pem`, `node.pem` and `node.key`. */
  readonly certificates: string;
  readonly postgresData: string;
  readonly postgresPrograms: string;
  readonly postgresSocket: string;
  readonly pgpass: string;
  readonly etcdData: string;
}

/** The settings of the files in deploy/cluster. */
export const EXAMPLE: ClusterSettings = {
  nodes: [
    { name: 'pg-1', address: '10.20.0.11' },
    { name: 'pg-2', address: '10.20.0.12' },
    { name: 'pg-3', address: '10.20.0.13' },
  ],
  balancer: '10.20.0.1',
  replicas: ['10.20.0.21:4800', '10.20.0.22:4800'],
  passwords: {
    superuser: 'SUPERUSER-PASSWORD',
    replication: 'REPLICATION-PASSWORD',
    rewind: 'REWIND-PASSWORD',
    restApi: 'REST-API-PASSWORD',
  },
  paths: {
    certificates: '/etc/comet-cluster',
    postgresData: '/var/lib/postgresql/comet',
    postgresPrograms: '/usr/lib/postgresql/15/bin',
    postgresSocket: '/var/run/postgresql',
    pgpass: '/var/lib/postgresql/.pgpass-patroni',
    etcdData: '/var/lib/etcd/comet',
  },
  watchdog: 'automatic',
};
