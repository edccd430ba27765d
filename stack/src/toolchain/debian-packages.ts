import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Outcome, runWithin } from '../checks/run-quietly.ts';

/** The commands that the lab runs on its hosts, and the Debian package of each. */
export const LAB_COMMANDS = {
  ip: 'iproute2',
  nft: 'nftables',
  conntrack: 'conntrack',
  wg: 'wireguard-tools',
  tcpdump: 'tcpdump',
  ping: 'iputils-ping',
  curl: 'curl',
  dig: 'bind9-dnsutils',
  openvpn: 'openvpn',
  stunnel4: 'stunnel4',
  'ss-server': 'shadowsocks-libev',
  obfs4proxy: 'obfs4proxy',
  natpmpc: 'natpmpc',
} as const;

const QUIET = { DEBIAN_FRONTEND: 'noninteractive' };

/** Timeout of each command in seconds, for example if a mirror does not respond. */
const LIMITS = { update: 600, lock: 300, install: 1_800, disable: 120 };

/** Programs that write and sign the indexes of a package repository. */
export const REPOSITORY_COMMANDS = {
  'apt-ftparchive': 'apt-utils',
  createrepo_c: 'createrepo-c',
  gpg: 'gnupg',
  rpmsign: 'rpm',
} as const;

/** Programs that build and run images; those without a command are identified by a file. */
export const CONTAINER_COMMANDS = {
  mmdebstrap: 'mmdebstrap',
  buildah: 'buildah',
  skopeo: 'skopeo',
  podman: 'podman',
  crun: 'crun',
  'podman-compose': 'podman-compose',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
} as const;

/** Programs that build a machine's disk image; those without a command are identified by a file. */
export const DISK_COMMANDS = {
  mmdebstrap: 'mmdebstrap',
  sfdisk: 'fdisk',
  'mkfs.vfat': 'dosfstools',
  mcopy: 'mtools',
  'grub-mkimage': 'grub-common',
  '/usr/lib/grub/i386-pc/boot.img': 'grub-pc-bin',
  '/usr/lib/grub/x86_64-efi/linux.mod': 'grub-efi-amd64-bin',
  'qemu-img': 'qemu-utils',
} as const;

/** The same, and programs that run it and reach it. */
export const MACHINE_COMMANDS = {
  ...DISK_COMMANDS,
  'qemu-system-x86_64': 'qemu-system-x86',
  ssh: 'openssh-client',
} as const;

/** Programs of `npm run prove`: the lab, and virtual machines whose kernel QEMU loads itself. */
export const PROVE_COMMANDS = {
  ...LAB_COMMANDS,
  mmdebstrap: 'mmdebstrap',
  'mkfs.ext4': 'e2fsprogs',
  'qemu-img': 'qemu-utils',
  'qemu-system-x86_64': 'qemu-system-x86',
} as const;

/** Further commands of the tests and benchmarks. */
export const TEST_COMMANDS = {
  ...LAB_COMMANDS,
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  iperf3: 'iperf3',
  mmdebstrap: 'mmdebstrap',
  pgbackrest: 'pgbackrest',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  amtool: 'prometheus-alertmanager',
  ...REPOSITORY_COMMANDS,
  rpm: 'rpm',
  skopeo: 'skopeo',
  'systemd-nspawn': 'systemd-container',
  'qbittorrent-nox': 'qbittorrent-nox',
  'transmission-daemon': 'transmission-daemon',
} as const;

/**
 * Debian's packages of a current Rust, which replace `rustc` and `cargo`, and the CA certificates for crates.io. Their version must be at
 * least the `rust-version` of the root Cargo.toml.
 */
export const RUST_PACKAGES = [
  'cargo-web',
  'rustc-web',
  'rustfmt-web',
  'rust-web-clippy',
  'ca-certificates',
] as const;

/** Build dependencies of the desktop app besides Rust. A package without a command is identified by a file. */
export const APP_FILES = {
  '/usr/include/webkitgtk-4.1/webkit2/webkit2.h': 'libwebkit2gtk-4.1-dev',
  '/usr/include/libayatana-appindicator3-0.1/libayatana-appindicator/app-indicator.h':
    'libayatana-appindicator3-dev',
} as const;

/** Packages that build the app and open its window on a virtual display. */
export const WINDOW_COMMANDS = {
  ...APP_FILES,
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  'dbus-run-session': 'dbus-daemon',
  'dbus-send': 'dbus-bin',
  xdotool: 'xdotool',
} as const;

/** Returns the full path of a command on PATH or in /usr/sbin and /sbin, which an ordinary PATH leaves out. */
export function findCommand(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs the Debian packages whose commands, or files, are missing. Returns null if nothing is missing afterwards, else one sentence with
 * the missing packages and the installation command.
 */
export async function installMissingPackages(
  commands: Readonly<Record<string, string>>,
  print: (line: string) => void,
): Promise<string | null> {
  const missing = missingPackages(commands);
  if (missing.length === 0) return null;
  if (findCommand('apt-get') === null)
    return `These Debian packages are missing, by whatever name your system has: ${missing.join(' ')}.`;
  if (process.getuid?.() !== 0)
    return `Debian packages are missing; this brings them: sudo ${aptCommand(missing)}`;
  let { output } = await aptInstall(missing, print);
  // If one package cannot be installed, apt-get installs none of them.
  for (const name of missing.length > 1 ? missingPackages(commands) : []) {
    const alone = await install([name]);
    if (alone.code !== 0) ({ output } = alone);
  }
  await disableServices(missing);
  const left = missingPackages(commands);
  return left.length === 0 ? null : `apt-get could not install ${left.join(' ')}: ${lastLine(output)}`;
}

/** Returns the command that installs these packages without a prompt. */
export function aptCommand(packages: readonly string[]): string {
  return `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}

/** Updates the package lists and installs these packages. Requires root. */
export async function aptInstall(
  packages: readonly string[],
  print: (line: string) => void,
): Promise<Outcome> {
  print(`Installing Debian packages: ${packages.join(' ')} …`);
  await runWithin(LIMITS.update, ['apt-get', 'update'], QUIET);
  return install(packages);
}

/** Another apt or dpkg, such as unattended-upgrades, may have the lock: apt-get(8) fails at once without `DPkg::Lock::Timeout`, in seconds. */
function install(packages: readonly string[]): Promise<Outcome> {
  const argv = [...aptCommand(packages).split(' '), '-o', `DPkg::Lock::Timeout=${LIMITS.lock}`];
  return runWithin(LIMITS.install, argv, QUIET);
}

/** Debian starts a service on installation; only the programs are needed, and one service would occupy a port of the stack. */
const SERVICES: Readonly<Record<string, string>> = {
  'etcd-server': 'etcd.service',
  patroni: 'patroni.service',
  'postgresql-15': 'postgresql.service',
  'postgresql-17': 'postgresql.service',
  openvpn: 'openvpn.service',
  stunnel4: 'stunnel4.service',
  'shadowsocks-libev': 'shadowsocks-libev.service',
  haproxy: 'haproxy.service',
  prometheus: 'prometheus.service',
  'prometheus-alertmanager': 'prometheus-alertmanager.service',
  tinyproxy: 'tinyproxy.service',
  squid: 'squid.service',
  'transmission-daemon': 'transmission-daemon.service',
};

async function disableServices(packages: readonly string[]): Promise<void> {
  const units = packages.flatMap((name) => SERVICES[name] ?? []);
  if (units.length > 0 && findCommand('systemctl') !== null)
    await runWithin(LIMITS.disable, ['systemctl', 'disable', '--now', ...units]);
}

/** Returns the packages of the missing commands or files, each once. */
export function missingPackages(commands: Readonly<Record<string, string>>): string[] {
  const isMissing = (name: string) => (isAbsolute(name) ? !existsSync(name) : findCommand(name) === null);
  return [
    ...new Set(Object.entries(commands).flatMap(([name, debian]) => (isMissing(name) ? [debian] : []))),
  ];
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? 'it said nothing';
}
