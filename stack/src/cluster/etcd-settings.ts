import type { Variables } from './environment-file.ts';
import type { ClusterNode, ClusterSettings } from './settings.ts';

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
