import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSigner } from '@comet/admission';
import type { Lab } from '@comet/lab';
import {
  type BuiltPackages,
  buildPackages,
  freePortBlock,
  releasesText,
  type RunningStack,
  startStack,
  stopStack,
} from '@comet/stack';
import { type Container, startContainer } from './container.ts';
import { debianRoot } from './debian-root.ts';

/** A control plane on this machine, and a gateway and a client with our packages in its lab. */
export interface InstalledService {
  readonly stack: RunningStack;
  readonly lab: Lab;
  readonly gateway: Container;
  readonly client: Container;
  readonly packages: BuiltPackages;
  close(): Promise<void>;
}

const API = 'http://api.comet.test';
const LOCATION = 'nl-ams';
/** URL of the sandbox's releases in the lab. */
const RELEASES = 'http://releases.comet.test/releases/stable/';
const prefix = 'comet-containers-';

/** Builds the packages in `folder` if necessary, boots both machines and installs the packages. Cleans up if it throws. */
export async function installService(folder: string): Promise<InstalledService> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end();
  };
  await endLeftovers();
  const state = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  ends.push(() => rm(state, { recursive: true, force: true }));
  const start = async (): Promise<RunningStack> => {
    const stack = await startStack({ state, port: await freePortBlock(), lab: true, agents: false });
    ends.push(() => stack.stop());
    return stack;
  };
  try {
    const [root, packages, stack] = await settled([debianRoot('tunnels'), buildPackages(folder), start()]);
    const { lab } = stack;
    if (lab === undefined) throw new Error('This machine has no lab');
    const boot = async (host: 'gw-nl' | 'client', resolver: string): Promise<Container> => {
      const { namespace } = lab.hosts[host];
      const container = await startContainer({ name: namespace, root, namespace, folders: [folder] });
      ends.push(() => container.close());
      await container.write('/etc/systemd/resolved.conf.d/lab.conf', `[Resolve]\nDNS=${resolver}\n`);
      await container.output('systemctl', 'restart', 'systemd-resolved.service');
      return container;
    };
    const [gateway, client] = await settled([boot('gw-nl', '203.0.113.53'), boot('client', '192.168.77.1')]);
    await settled([installGateway(gateway, packages, stack, lab), installClient(client, packages, stack)]);
    return { stack, lab, gateway, client, packages, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function installGateway(
  gateway: Container,
  packages: BuiltPackages,
  { controlPlane }: RunningStack,
  lab: Lab,
): Promise<void> {
  const { ipv4, ipv6, uplink } = lab.hosts['gw-nl'];
  const environment = {
    API_URL: API,
    ENROL_TOKEN: await controlPlane.enrolToken(LOCATION),
    PUBLIC_IPV4: ipv4,
    PUBLIC_IPV6: ipv6,
    UPLINK_INTERFACE: uplink,
    RESOLVER: '203.0.113.53',
    FORWARDED_PORTS: '40000-49999',
    BLOCK_LISTS: '/etc/comet-gateway/block-lists',
  };
  for (const list of ['ads', 'trackers', 'malware'])
    await gateway.write(`${environment.BLOCK_LISTS}/${list}.txt`, `${list}.example\n`);
  await gateway.write('/etc/comet-gateway/environment', textOf(environment));
  await gateway.output('dpkg', '--force-unsafe-io', '--install', packages['comet-gateway'].deb);
}

/** Installs the client's package, and sets it up for the control plane of the lab. */
export async function installClient(
  client: Container,
  packages: BuiltPackages,
  { controlPlane, stateDir }: RunningStack,
): Promise<void> {
  await client.output('dpkg', '--force-unsafe-io', '--install', packages.comet.deb);
  await client.write('/etc/comet/trust.json', await controlPlane.trust());
  await client.write('/usr/lib/comet/releases.json', await releases(stateDir));
  const environment = {
    COMET_API_URL: API,
    // Plaintext is safe: the lab's network does not leave this machine.
    COMET_API_PLAINTEXT: '1',
    COMET_CHECK_URL: 'http://echo.comet.test/json',
    COMET_WHOAMI_NAME: 'whoami.comet.test',
  };
  await client.write('/etc/comet/environment', textOf(environment));
  await client.output('systemctl', 'restart', 'cometd.service');
}

/** Returns the release file of a package whose updates are signed with the stack's key. */
async function releases(state: string): Promise<string> {
  const secrets = JSON.parse(await readFile(join(state, 'secrets.json'), 'utf8')) as {
    releaseSigningKey: string;
  };
  return releasesText(new URL(RELEASES), 'stable', readSigner(secrets.releaseSigningKey));
}

/** Removes labs of killed runs, whose containers have ended. */
async function endLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : undefined;
    if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
    await stopStack(join(tmpdir(), name));
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

export const textOf = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Like `Promise.all`, but throws a failure only after all have settled, so that everything that was started can be ended. */
async function settled<T extends readonly Promise<unknown>[] | []>(
  parts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}
