import { chmod, readFile, stat } from 'node:fs/promises';
import { runIp, setSysctl } from '@comet/linux-network';

interface OpenvpnLink {
  readonly name: string;
  /** `address/length`. */
  readonly ipv4: string;
  readonly ipv6: string;
  /** The user of the server that uses it. */
  readonly owner: number;
}

/** Maximum socket buffer of an unprivileged program, in bytes. */
const maxBufferBytes = 1_048_576;

/**
 * Creates the interfaces of OpenVPN's servers, so that the servers need no privilege to create or change interfaces. An existing interface
 * stays, since it may be in use, unless it has another owner.
 */
export async function createLinks(links: readonly OpenvpnLink[], ipv6: boolean): Promise<void> {
  // The default of udev: opening the device needs no privilege, using an interface needs one, or its ownership.
  const tun = '/dev/net/tun';
  if (((await stat(tun)).mode & 0o6) !== 0o6) await chmod(tun, 0o666);
  for (const { name, ipv4, ipv6: address6, owner } of links) {
    const present = await readFile(`/sys/class/net/${name}/owner`, 'utf8').catch(() => null);
    if (present !== null && Number(present) !== owner) await runIp([{ kind: 'link-delete', link: name }]);
    await runIp([{ kind: 'tun-add', link: name, owner }], { ignoreErrors: true });
    const addresses = [ipv4, ...(ipv6 ? [address6] : [])];
    await runIp(
      addresses.map((address) => ({ kind: 'address-add' as const, address, link: name })),
      { ignoreErrors: true },
    );
    await runIp([{ kind: 'link-up', link: name }]);
  }
  for (const name of ['rmem_max', 'wmem_max']) await allowBuffers(name);
}

/** Deletes network interfaces; those that do not exist are ignored. */
export async function deleteLinks(names: readonly string[]): Promise<void> {
  await runIp(
    names.map((link) => ({ kind: 'link-delete' as const, link })),
    { ignoreErrors: true },
  );
}

/** Raises a machine-wide limit, which may be missing in a network namespace. It is never lowered; a failure costs only throughput. */
async function allowBuffers(name: string): Promise<void> {
  const limit = await readFile(`/proc/sys/net/core/${name}`, 'utf8').catch(() => null);
  if (limit === null || Number(limit) >= maxBufferBytes) return;
  await setSysctl(`net.core.${name}`, String(maxBufferBytes)).catch(() => undefined);
}
