/** The files of an image: a package of ours on Debian, or Debian's own programs. */
export interface RootDescription {
  readonly name: string;
  /** The package of ours inside; null for none. */
  readonly package: 'comet-control' | 'comet-gateway' | null;
  /** Debian packages besides its dependencies. */
  readonly packages: readonly string[];
  /** Programs of deploy/images, by their path in the image. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Modes of folders of `user`, which empty volumes take over. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Other files of deploy/images, by their path in the image. */
  readonly files?: Readonly<Record<string, string>>;
  /** Commands that mmdebstrap(1) runs at the end as hooks; $1 is the folder of the image. */
  readonly finish?: readonly string[];
}

/** An OCI image. */
export interface ImageDescription extends RootDescription {
  /** Options of buildah-config(1), in camel case. */
  readonly config: Readonly<Record<string, string | readonly string[]>>;
}

const PROGRAMS_OF_TUNNELS = ['openvpn', 'stunnel4', 'shadowsocks-libev', 'obfs4proxy'];

const CONTROL_STATE = '/var/lib/comet-control';

/** What `npm run images` builds. PostgreSQL is Debian's, for machines without another one. */
export const IMAGES: readonly ImageDescription[] = [
  {
    name: 'comet-control',
    package: 'comet-control',
    packages: ['systemd-standalone-sysusers', 'ca-certificates', 'caddy'],
    programs: { '/usr/lib/comet-control/start': 'start-control' },
    folders: {
      [`${CONTROL_STATE}/keys`]: '700',
      [`${CONTROL_STATE}/attachments`]: '700',
      [`${CONTROL_STATE}/web`]: '755',
    },
    config: {
      user: 'comet-control',
      entrypoint: '["/usr/lib/comet-control/start"]',
      cmd: 'serve',
      env: [`KEYS_DIR=${CONTROL_STATE}/keys`, `WEB_DIR=${CONTROL_STATE}/web`],
      volume: ['keys', 'attachments', 'web'].map((name) => `${CONTROL_STATE}/${name}`),
      stopSignal: 'SIGTERM',
    },
  },
  {
    name: 'comet-gateway',
    package: 'comet-gateway',
    packages: ['ca-certificates', ...PROGRAMS_OF_TUNNELS],
    config: {
      entrypoint: '["/usr/lib/comet-gateway/comet-gateway"]',
      volume: '/var/lib/comet-gateway',
      stopSignal: 'SIGTERM',
    },
  },
  {
    name: 'comet-exit',
    package: 'comet-gateway',
    packages: ['ca-certificates'],
    config: {
      entrypoint: '["/usr/lib/comet-gateway/comet-exit"]',
      cmd: 'serve',
      volume: '/var/lib/comet-exit',
      stopSignal: 'SIGTERM',
    },
  },
  {
    name: 'comet-postgres',
    package: null,
    packages: ['postgresql'],
    programs: { '/usr/lib/comet-postgres/start': 'start-postgres' },
    config: {
      user: 'postgres',
      entrypoint: '["/usr/lib/comet-postgres/start"]',
      volume: '/var/lib/postgresql',
      // Ends connections, instead of waiting for clients to close theirs.
      stopSignal: 'SIGINT',
    },
  },
];

/** The disk of a gateway, which `npm run image` builds: a virtual machine's Debian, set up by cloud-init. */
export const GATEWAY_DISK: RootDescription = {
  name: 'comet-gateway',
  package: 'comet-gateway',
  packages: [
    ...['systemd-sysv', 'systemd-resolved', 'systemd-timesyncd', 'dbus', 'udev', 'linux-image-cloud-amd64'],
    ...['initramfs-tools', 'e2fsprogs', 'cloud-init', 'cloud-guest-utils', 'fdisk', 'netbase'],
    ...['openssh-server', 'sudo', 'ca-certificates', 'curl', ...PROGRAMS_OF_TUNNELS],
  ],
  files: {
    '/boot/grub/grub.cfg': 'gateway-disk/grub.cfg',
    '/etc/fstab': 'gateway-disk/fstab',
    '/etc/apt/sources.list.d/debian.sources': 'gateway-disk/debian.sources',
  },
  finish: [
    'chroot "$1" systemctl enable systemd-networkd.service',
    // Debian's own server, on a port of the gateway.
    'chroot "$1" systemctl disable shadowsocks-libev.service',
    // Of the machine that built the image.
    'rm -f "$1/etc/apt/sources.list" "$1/etc/hostname"',
    // Every machine makes its own at its first boot.
    'rm -f "$1"/etc/ssh/ssh_host_* && : > "$1/etc/machine-id"',
  ],
};

/** Labels of the name and version of an image (github.com/opencontainers/image-spec, annotations). */
export const LABELS = {
  title: 'org.opencontainers.image.title',
  version: 'org.opencontainers.image.version',
} as const;

/** Returns the arguments of buildah-config(1). */
export function configArguments({ name, config }: ImageDescription, version: string): readonly string[] {
  const label = [`${LABELS.title}=${name}`, `${LABELS.version}=${version}`];
  const options = Object.entries({ ...config, label });
  return options.flatMap(([option, value]) => [value].flat().flatMap((one) => [flagOf(option), one]));
}

const flagOf = (option: string): string =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
