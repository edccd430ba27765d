import type { HubServer, NatsDeployment } from './nats-deployment.ts';

/** Ports of a server: for clients, for the other servers of the cluster, and for leaf nodes. */
const ports = { client: 4222, cluster: 6222, leaf: 7422 };

/** Files on a server. */
const files = {
  certificate: '/etc/nats/server.crt',
  key: '/etc/nats/server.key',
  clusterCertificate: '/etc/nats/cluster.crt',
  clusterKey: '/etc/nats/cluster.key',
  clusterAuthority: '/etc/nats/cluster-ca.crt',
  authority: '/etc/nats/ca.crt',
  credentials: '/etc/nats/leaf.creds',
  store: '/var/lib/nats',
};

const tls = { cert_file: files.certificate, key_file: files.key };

/** Between the servers of a cluster: each end verifies the certificate of the other. */
const clusterTls = {
  cert_file: files.clusterCertificate,
  key_file: files.clusterKey,
  ca_file: files.clusterAuthority,
  verify: true,
};

/** What every server trusts: the operator, and the accounts that it has signed. Users need no entry. */
function trust({ operatorJwt, account, systemAccount }: NatsDeployment) {
  return {
    operator: operatorJwt,
    system_account: systemAccount.publicKey,
    resolver: 'MEMORY',
    resolver_preload: {
      [account.publicKey]: account.jwt,
      [systemAccount.publicKey]: systemAccount.jwt,
    },
  };
}

/** nats-server's configuration language includes JSON, in which no value can be taken for syntax. */
const write = (configuration: object): string => `${JSON.stringify(configuration, null, 2)}\n`;

/** Returns the configuration file of a server of the cluster. */
export function hubConfiguration(deployment: NatsDeployment, { name }: HubServer): string {
  const { servers, clusterPassword: password } = deployment;
  const others = servers.filter((server) => server.name !== name);
  const authorization = { user: 'comet', password };
  const cluster = {
    name: 'comet',
    listen: `0.0.0.0:${ports.cluster}`,
    authorization,
    tls: clusterTls,
    routes: others.map(({ host }) => `tls://comet:${password}@${host}:${ports.cluster}`),
  };
  return write({
    server_name: name,
    listen: `0.0.0.0:${ports.client}`,
    tls,
    ...trust(deployment),
    jetstream: { store_dir: files.store, domain: 'hub' },
    leafnodes: { listen: `0.0.0.0:${ports.leaf}`, tls },
    ...(others.length === 0 ? {} : { cluster }),
  });
}

/** Returns the configuration file of a leaf node, which copies the stream for the gateways near it. */
export function leafConfiguration(deployment: NatsDeployment, leaf: string): string {
  return write({
    server_name: `leaf-${leaf}`,
    listen: `0.0.0.0:${ports.client}`,
    tls,
    ...trust(deployment),
    jetstream: { store_dir: files.store, domain: `leaf-${leaf}` },
    leafnodes: {
      remotes: [
        {
          urls: deployment.servers.map(({ host }) => `tls://${host}:${ports.leaf}`),
          account: deployment.account.publicKey,
          credentials: files.credentials,
          // Without an authority of the operator's own, those that the machine trusts.
          ...(deployment.ca === null ? {} : { tls: { ca_file: files.authority } }),
        },
      ],
    },
  });
}
