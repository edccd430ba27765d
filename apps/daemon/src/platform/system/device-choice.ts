import { currentPlatform } from '../callers/platform-of.ts';

/** The tunnel's device, the program that creates it, and the daemon's own paths. */
export interface DeviceChoice {
  readonly link: string;
  readonly implementation: 'auto' | 'kernel' | 'userspace';
  readonly wireguardGo: string;
  readonly stateDir: string;
  readonly socket: string;
  readonly resolvConf: string;
}

/**
 * Reads the environment; throws an Error with a sentence for the operator. A separate module because it is read before anything else is
 * loaded.
 */
export function readDeviceChoice(env: NodeJS.ProcessEnv): DeviceChoice {
  const link = env['COMET_INTERFACE'] ?? currentPlatform.link;
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,14}$/.test(link))
    throw new Error('COMET_INTERFACE must be the name of a network interface, 15 characters at most');
  const implementation = env['WIREGUARD_IMPLEMENTATION'] ?? 'auto';
  if (implementation !== 'auto' && implementation !== 'kernel' && implementation !== 'userspace')
    throw new Error('WIREGUARD_IMPLEMENTATION must be auto, kernel or userspace');
  return {
    link,
    implementation,
    wireguardGo: env['WIREGUARD_GO'] ?? currentPlatform.wireguardGo,
    stateDir: env['COMET_STATE_DIR'] ?? currentPlatform.stateDir,
    socket: env['COMET_SOCKET'] ?? currentPlatform.socket,
    resolvConf: env['COMET_RESOLV_CONF'] ?? '/etc/resolv.conf',
  };
}
