import { X509Certificate } from 'node:crypto';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommandArguments, readArguments } from '../operator-commands/index.ts';
import { createClusterCertificates } from './cluster-certificates.ts';
import {
  createDeployment,
  hubServer,
  type HubServer,
  leafCredentials,
  leafName,
  natsDeployment,
  type NatsDeployment,
} from './nats-deployment.ts';
import { hubConfiguration, leafConfiguration } from './server-configuration.ts';

const usage = 'Use nats init FOLDER --servers n1=HOST,n2=HOST,n3=HOST [--ca FILE], or nats leaf FOLDER NAME';

/**
 * Runs `nats init|leaf` and returns the written files, one a line. It needs no settings and no database: the files may be written on
 * another machine.
 */
export async function natsCommand([verb, ...args]: CommandArguments): Promise<string> {
  switch (verb) {
    case 'init':
      return writeCluster(args);
    case 'leaf':
      return writeLeaf(args);
    default:
      throw new Error(usage);
  }
}

async function writeCluster(args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['FOLDER'], options: ['servers', 'ca'] });
  const [folder = ''] = named;
  const servers = serversIn(options.servers ?? '');
  const ca = options.ca === undefined ? null : await authorityIn(options.ca);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'nats.json');
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists)
    throw new Error(`${path} exists: new keys would exclude every server and gateway that uses the old ones`);
  const deployment = await createDeployment(servers, ca);
  return writeFiles(folder, [
    ['nats.json', `${JSON.stringify(deployment, null, 2)}\n`],
    ['account.seed', `${deployment.account.seed}\n`],
    ...servers.map((server) => [`${server.name}.conf`, hubConfiguration(deployment, server)] as const),
    ...(servers.length === 1 ? [] : await clusterFiles(servers)),
    ...(ca === null ? [] : [['ca.crt', ca] as const]),
  ]);
}

/** The certificates of the connections between the servers. */
async function clusterFiles(servers: readonly HubServer[]) {
  const { authority, servers: issued } = await createClusterCertificates(servers, new Date());
  return [
    ['cluster-ca.crt', authority] as const,
    ...[...issued].flatMap(([name, { certificate, key }]) => [
      [`${name}.cluster.crt`, certificate] as const,
      [`${name}.cluster.key`, key] as const,
    ]),
  ];
}

/** Reads the certificate of an authority (PEM). */
async function authorityIn(path: string): Promise<string> {
  const pem = await readFile(path, 'utf8');
  try {
    if (new X509Certificate(pem).ca) return pem;
  } catch {
    // It is no certificate.
  }
  throw new Error(`${path} is not the certificate of an authority in PEM`);
}

async function writeLeaf(args: CommandArguments): Promise<string> {
  const { named } = readArguments(args, { positions: ['FOLDER', 'NAME'], options: [] });
  const [folder = '', leaf = ''] = named;
  if (!leafName.safeParse(leaf).success)
    throw new Error('The name of a leaf node has at most 32 lower-case letters, digits and dashes');
  const deployment = await readDeployment(join(folder, 'nats.json'));
  return writeFiles(folder, [
    [`leaf-${leaf}.conf`, leafConfiguration(deployment, leaf)],
    [`leaf-${leaf}.creds`, await leafCredentials(deployment, leaf)],
  ]);
}

async function readDeployment(path: string): Promise<NatsDeployment> {
  const read = natsDeployment.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!read.success) throw new Error(`${path} is not a file of nats init`);
  return read.data;
}

function serversIn(list: string): readonly HubServer[] {
  const servers = list.split(',').map((entry) => {
    const [name, host] = entry.split('=');
    const server = hubServer.safeParse({ name, host });
    if (!server.success) throw new Error(`${usage}; not --servers ${list}`);
    return server.data;
  });
  if (new Set(servers.map(({ name }) => name)).size < servers.length)
    throw new Error('Each server needs another name');
  // With two servers, the loss of either stops the stream.
  if (servers.length % 2 === 0) throw new Error('A cluster has an odd number of servers: one, three or five');
  return servers;
}

/** Writes files that only their owner may read, and returns their paths. */
async function writeFiles(
  folder: string,
  files: readonly (readonly [name: string, content: string])[],
): Promise<string> {
  const paths: string[] = [];
  for (const [name, content] of files) {
    const path = join(folder, name);
    await writeFile(path, content, { mode: 0o600 });
    paths.push(path);
  }
  return paths.join('\n');
}
