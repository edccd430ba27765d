import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { debianSources, thisRelease } from '@comet/stack';
import { runOrThrow } from './run.ts';

/** What every system has in addition to mmdebstrap's minimal set. */
const BASE = [
  ...['systemd', 'systemd-sysv', 'dbus', 'libc6', 'libstdc++6', 'libatomic1', 'passwd', 'util-linux'],
  ...['procps', 'iproute2', 'curl'],
];

/** What our packages depend on, recommend and suggest, by the purpose of a system. */
const PACKAGES = {
  tunnels: [
    ...['systemd-resolved', 'iputils-ping', 'nftables', 'conntrack', 'wireguard-tools'],
    ...['openvpn', 'stunnel4', 'shadowsocks-libev', 'obfs4proxy'],
  ],
  // A virtual machine: a kernel, its own programs, and the network managers that it can use.
  machine: [
    ...['linux-image-amd64', 'initramfs-tools', 'kmod', 'udev', 'e2fsprogs', 'qemu-guest-agent'],
    ...['network-manager', 'connman', 'systemd-resolved', 'iputils-ping', 'nftables', 'conntrack'],
    ...['wireguard-tools', 'ca-certificates'],
  ],
  // Control plane and gateway of one box.
  control: ['caddy', 'ca-certificates', 'postgresql', 'nftables', 'conntrack', 'wireguard-tools'],
} as const;
type Purpose = keyof typeof PACKAGES;

/** Commands on the folder of a new system: no prompts of systemd-firstboot, and a name for the loopback interface, as installers write it. */
const SET_UP = [
  'rm -f "$1/etc/machine-id" && touch "$1/etc/machine-id"',
  'echo "127.0.0.1 localhost" > "$1/etc/hosts"',
];

/** Commands on the folder before its packages are installed: QEMU's disk needs few modules, and an emulated processor loads all slowly. */
const EARLY: { readonly [purpose in Purpose]?: readonly string[] } = {
  machine: [
    'mkdir -p "$1/etc/initramfs-tools/conf.d" && echo MODULES=list > "$1/etc/initramfs-tools/conf.d/modules"',
    'mkdir -p "$1/usr/share/initramfs-tools/modules.d" && printf "%s\\n" virtio_pci virtio_blk ext4 > "$1/usr/share/initramfs-tools/modules.d/disk"',
  ],
};

const cache = join(homedir(), '.cache', 'comet');

/**
 * Returns the folder of a minimal system of this machine's release, or of the one with the codename `DEBIAN_RELEASE`, from this machine's
 * package sources. Created monthly in the user's cache, to include security updates. Read-only: containers use an overlay.
 */
export async function debianRoot(purpose: Purpose): Promise<string> {
  const own = await thisRelease();
  const release = { ...own, codename: process.env['DEBIAN_RELEASE'] ?? own.codename };
  const month = new Date().toISOString().slice(0, 7);
  const packages = [...BASE, ...PACKAGES[purpose]];
  const prefix = `debian-${purpose}-${release.codename}-`;
  const early = EARLY[purpose] ?? [];
  const about = JSON.stringify([packages, SET_UP, ...early, release, process.arch, month]);
  const name = prefix + createHash('sha256').update(about).digest('hex').slice(0, 16);
  const root = join(cache, name);
  if (existsSync(root)) return root;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'debian-draft-'));
  try {
    await install(join(draft, 'root'), release.codename, packages, early);
    // A concurrent run may have created the same folder first.
    await rename(join(draft, 'root'), root).catch((error: unknown) => {
      if (!existsSync(root)) throw error;
    });
    for (const other of await readdir(cache))
      if (other.startsWith(prefix) && other !== name)
        await rm(join(cache, other), { recursive: true, force: true });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return root;
}

async function install(
  folder: string,
  codename: string,
  packages: readonly string[],
  early: readonly string[],
): Promise<void> {
  const sources = await debianSources(codename);
  const options = ['--mode=root', '--variant=minbase', '--aptopt=Apt::Install-Recommends "false"'];
  const include = `--include=${packages.join(',')}`;
  await runOrThrow([
    'mmdebstrap',
    ...options,
    ...early.map((command) => `--essential-hook=${command}`),
    ...SET_UP.map((command) => `--customize-hook=${command}`),
    include,
    codename,
    folder,
    ...sources,
  ]);
}
