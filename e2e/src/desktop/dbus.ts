import type { Lab } from '@comet/lab';

/** Calls an object on a bus of the client, and returns the reply as `dbus-send` prints it; null without a reply. */
export type CallOverDbus = (name: string, path: string, ...args: readonly string[]) => Promise<string | null>;

/** Opens the bus at an address. */
export function openBus(lab: Lab, address: string): CallOverDbus {
  return async (name, path, ...args) => {
    const argv = ['dbus-send', `--bus=${address}`, '--print-reply', '--reply-timeout=1000', `--dest=${name}`];
    const { code, stdout } = await lab.exec('client', [...argv, path, ...args]);
    return code === 0 ? stdout : null;
  };
}
