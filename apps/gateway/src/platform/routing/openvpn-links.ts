import { chmod, readFile, stat } from 'node:fs/promises';
import { runIp, setSysctl } from '@comet/linux-network';

export interface OpenvpnLink {
  readonly name: string;
  /** `address/length`. */
  readonly ipv4: string;
  readonly ipv6: string;
  /** The user of the server that uses it. */
  readonly owner: number;
}

/** Maximum socket buffer of an unprivileged program, in bytes. */
const largestBuffer = 1_048_576;

/**
 * Makes the interfaces on which OpenVPN's servers will carry traffic, so that they need no right to make or to change any. What is there
 * already stays, for it may be in use; unless it is another user's, whose server is none of ours any more.
 */
export async function raiseLinks(links: readonly OpenvpnLink[], ipv6: boolean): Promise<void> {
  // As udev sets it everywhere: opening the device is no right, using an interface needs one, or to be its owner.
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

export async function lowerLinks(names: readonly string[]): Promise<void> {
  await runIp(
    names.map((link) => ({ kind: 'link-delete' as const, link })),
    { ignoreErrors: true },
  );
}

/** A machine's own limit, which a network namespace may not have. It is never lowered; without it only speed is lost. */
async function allowBuffers(name: string): Promise<void> {
  const limit = await readFile(`/proc/sys/net/core/${name}`, 'utf8').catch(() => null);
  if (limit === null || Number(limit) >= largestBuffer) return;
  await setSysctl(`net.core.${name}`, String(largestBuffer)).catch(() => undefined);
}
