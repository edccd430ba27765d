import type { Lab } from '@comet/lab';

/** Calls an object on a bus of the client, and returns the reply as `dbus-send` prints it; null without a reply. */
export type AskOverDbus = (name: string, path: string, ...words: readonly string[]) => Promise<string | null>;

/** The bus at an address. */
export function openBus(lab: Lab, address: string): AskOverDbus {
  return async (name, path, ...words) => {
    const argv = ['dbus-send', `--bus=${address}`, '--print-reply', '--reply-timeout=1000', `--dest=${name}`];
    const { code, stdout } = await lab.exec('client', [...argv, path, ...words]);
    return code === 0 ? stdout : null;
  };
}
