/** The operating systems that the daemon supports; the names are the contract's. */
export type SystemName = 'linux' | 'macos' | 'windows';

/** The name of an operating system, and the paths on it. */
interface PlatformDefaults {
  readonly system: SystemName;
  /** The usual spelling. */
  readonly title: string;
  readonly stateDir: string;
  /** The path of the daemon's socket: a Unix socket, or a named pipe on Windows. */
  readonly socket: string;
  /** The tunnel's link. */
  readonly link: string;
  readonly trustFile: string;
  readonly wireguardGo: string;
}

const linux: PlatformDefaults = {
  system: 'linux',
  title: 'Linux',
  stateDir: '/var/lib/comet',
  socket: '/run/comet/cometd.sock',
  link: 'comet0',
  trustFile: '/etc/comet/trust.json',
  wireguardGo: '/usr/bin/wireguard-go',
};

const macos: PlatformDefaults = {
  system: 'macos',
  title: 'macOS',
  stateDir: '/var/db/comet',
  socket: '/var/run/comet/cometd.sock',
  // macOS accepts only names of this form; other programs do not use a high number.
  link: 'utun707',
  trustFile: '/Library/Application Support/Comet/trust.json',
  wireguardGo: '/Library/Application Support/Comet/wireguard-go',
};

const windows: PlatformDefaults = {
  system: 'windows',
  title: 'Windows',
  stateDir: 'C:\\ProgramData\\Comet',
  socket: '\\\\.\\pipe\\cometd',
  link: 'comet0',
  trustFile: 'C:\\Program Files\\Comet\\trust.json',
  wireguardGo: '',
};

/** The values of each system; any other Unix counts as Linux, but lacks its tools. */
export function platformFor(platform: NodeJS.Platform): PlatformDefaults {
  if (platform === 'darwin') return macos;
  return platform === 'win32' ? windows : linux;
}

export const currentPlatform = platformFor(process.platform);
