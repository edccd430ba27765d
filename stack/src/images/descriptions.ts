/** An OCI image: a package of ours on Debian, or Debian's own programs. */
export interface ImageDescription {
  readonly name: string;
  /** The package of ours inside; null for none. */
  readonly package: 'comet-control' | 'comet-gateway' | null;
  /** Debian packages besides its dependencies. */
  readonly packages: readonly string[];
  /** Options of buildah-config(1), in camel case. */
  readonly config: Readonly<Record<string, string | readonly string[]>>;
}

const PROGRAMS_OF_TUNNELS = ['openvpn', 'stunnel4', 'shadowsocks-libev', 'obfs4proxy'];

/** What `npm run images` builds. PostgreSQL is Debian's, for machines without another one. */
export const IMAGES: readonly ImageDescription[] = [
  {
    name: 'comet-control',
    package: 'comet-control',
    packages: ['systemd-standalone-sysusers', 'ca-certificates', 'caddy'],
    config: {
      user: 'comet-control',
      entrypoint: '["/usr/lib/comet-control/comet-api"]',
      cmd: 'serve',
      env: ['KEYS_DIR=/var/lib/comet-control/keys', 'WEB_DIR=/var/lib/comet-control/web'],
      volume: '/var/lib/comet-control',
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
    config: {
      user: 'postgres',
      entrypoint: '["/usr/lib/comet-postgres/start"]',
      volume: '/var/lib/postgresql',
      // Ends connections, instead of waiting for clients to close theirs.
      stopSignal: 'SIGINT',
    },
  },
];

/** Returns the arguments of buildah-config(1). */
export function configArguments({ name, config }: ImageDescription): readonly string[] {
  const options = Object.entries({ ...config, label: `org.opencontainers.image.title=${name}` });
  return options.flatMap(([option, value]) => [value].flat().flatMap((one) => [flagOf(option), one]));
}

const flagOf = (option: string): string =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
