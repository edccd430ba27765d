import { isCollection, parseDocument } from 'yaml';
import type { ClusterNode, ClusterSettings } from './settings.ts';

/**
 * Returns Patroni's configuration for one node: the template deploy/cluster/patroni.yml with the values of the settings, its comments kept.
 * Throws for a setting that the template does not have.
 */
export function patroniConfig(template: string, settings: ClusterSettings, node: ClusterNode): string {
  const document = parseDocument(template);
  if (document.errors[0] !== undefined) throw document.errors[0];
  for (const [path, value] of valuesOf(settings, node)) {
    const keys = path.split('.');
    const present = document.getIn(keys, true);
    if (present === undefined) throw new Error(`patroni.yml has no ${path}`);
    if (!isCollection(present)) document.setIn(keys, value);
    else document.setIn(keys, document.createNode(value));
  }
  return document.toString({ lineWidth: 0 });
}

function valuesOf(
  { nodes, passwords, paths, watchdog }: ClusterSettings,
  { name, address }: ClusterNode,
): readonly (readonly [path: string, value: string | readonly string[]])[] {
  const ca = `${paths.certificates}/ca.pem`;
  const certificate = `${paths.certificates}/node.pem`;
  const key = `${paths.certificates}/node.key`;
  return [
    ['name', name],
    ['restapi.listen', `${address}:8008`],
    ['restapi.connect_address', `${address}:8008`],
    ['restapi.certfile', certificate],
    ['restapi.keyfile', key],
    ['restapi.cafile', ca],
    ['restapi.authentication.password', passwords.restApi],
    ['ctl.cacert', ca],
    ['etcd.hosts', nodes.map((one) => `${one.address}:2379`)],
    ['etcd.cacert', ca],
    ['etcd.cert', certificate],
    ['etcd.key', key],
    ['postgresql.listen', `${address}:5432`],
    ['postgresql.connect_address', `${address}:5432`],
    ['postgresql.data_dir', paths.postgresData],
    ['postgresql.bin_dir', paths.postgresPrograms],
    ['postgresql.pgpass', paths.pgpass],
    ['postgresql.authentication.superuser.password', passwords.superuser],
    ['postgresql.authentication.superuser.sslrootcert', ca],
    ['postgresql.authentication.replication.password', passwords.replication],
    ['postgresql.authentication.replication.sslrootcert', ca],
    ['postgresql.authentication.rewind.password', passwords.rewind],
    ['postgresql.authentication.rewind.sslrootcert', ca],
    ['postgresql.parameters.ssl_cert_file', certificate],
    ['postgresql.parameters.ssl_key_file', key],
    ['postgresql.parameters.ssl_ca_file', ca],
    ['postgresql.parameters.unix_socket_directories', paths.postgresSocket],
    ['watchdog.mode', watchdog],
  ];
}
