import { readFile, writeFile } from 'node:fs/promises';

/**
 * Sets a kernel parameter of this network namespace by its file under /proc/sys. `name` has dots as separators (`net.ipv4.ip_forward`), or
 * slashes if a link name contains a dot (`net/ipv4/conf/eth0.1/rp_filter`). A value that is already set is not written: in a container
 * /proc/sys is read-only, and the container's runtime sets it.
 */
export async function setSysctl(name: string, value: string): Promise<void> {
  const path = sysctlPath(name);
  if (!/^-?[A-Za-z0-9_.-]+(?:[ \t][A-Za-z0-9_.-]+)*$/.test(value))
    throw new TypeError(`sysctl: refused value`);
  const present = await readFile(path, 'utf8').catch(() => null);
  if (present?.trim().replaceAll('\t', ' ') !== value) await writeFile(path, value);
}

/** The file of a parameter. Throws on a name that could leave /proc/sys. */
export function sysctlPath(name: string): string {
  const parts = name.includes('/') ? name.split('/') : name.split('.');
  const plain = parts.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(part));
  if (parts.length < 2 || !plain) throw new TypeError(`sysctl: refused name ${JSON.stringify(name)}`);
  return `/proc/sys/${parts.join('/')}`;
}
