import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';
import type { ClusterNode } from './settings.ts';

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];

/** The files in a folder of certificates. */
const FILES = { ca: 'ca.pem', certificate: 'node.pem', key: 'node.key' } as const;

/**
 * Creates a certificate authority in `folder`, and for each node `folder/NAME` with its certificate, its key and the CA, owned by `owner`.
 * A certificate is valid for the node's own address and the further `addresses`, at which clients reach its PostgreSQL through HAProxy.
 */
export async function createCertificates(options: {
  readonly folder: string;
  readonly nodes: readonly ClusterNode[];
  readonly addresses: readonly string[];
  readonly owner: { readonly uid: number; readonly gid: number };
}): Promise<void> {
  const { folder, nodes, owner } = options;
  await mkdir(folder, { recursive: true });
  const ca = join(folder, FILES.ca);
  const caKey = join(folder, 'ca.key');
  await openssl([...CURVE, '-x509', '-subj', '/CN=Comet cluster', '-keyout', caKey, '-out', ca]);
  for (const { name, address } of nodes) {
    const own = join(folder, name);
    await mkdir(own);
    const names = [address, ...options.addresses].map((one) => `IP:${one}`).join(',');
    await openssl([
      ...CURVE,
      ...['-x509', '-CA', ca, '-CAkey', caKey, '-subj', `/CN=${name}`],
      ...['-addext', `subjectAltName=${names}`, '-addext', 'extendedKeyUsage=serverAuth,clientAuth'],
      ...['-addext', 'basicConstraints=critical,CA:FALSE'],
      ...['-keyout', join(own, FILES.key), '-out', join(own, FILES.certificate)],
    ]);
    await runCommand(['install', '-m', '0644', ca, join(own, FILES.ca)]);
    await chown(join(own, FILES.key), owner.uid, owner.gid);
  }
}

const openssl = (args: readonly string[]) => runCommand(['openssl', 'req', '-batch', ...args]);
