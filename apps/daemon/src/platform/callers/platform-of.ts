/** The operating systems that the daemon has parts for; the names are the contract's. */
export type SystemName = 'linux' | 'macos' | 'windows';

/** What this machine's system is called, and where things lie on it. */
export interface PlatformDefaults {
  readonly system: SystemName;
  /** As people write it. */
  readonly title: string;
  readonly stateDir: string;
  /** Where clients find the daemon: a Unix socket, or on Windows a named pipe. */
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
  // macOS accepts only such names; a high number is not used by others.
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

/** What is ours on a system; any other Unix is taken for Linux, whose tools it then lacks. */
export function platformFor(platform: NodeJS.Platform): PlatformDefaults {
  if (platform === 'darwin') return macos;
  return platform === 'win32' ? windows : linux;
}

export const currentPlatform = platformFor(process.platform);
