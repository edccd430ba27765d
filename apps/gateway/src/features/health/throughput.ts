import { readFile } from 'node:fs/promises';

/** Minimum interval in milliseconds; shorter ones are too inaccurate. */
const minInterval = 5_000;

/** Returns the name of the interface of the default route, from /proc/net/route (proc_net(5)); null without one. */
export function defaultInterface(routes: string): string | null {
  const found = routes
    .split('\n')
    .map((line) => line.split('\t'))
    .find(([, destination, , , , , , mask]) => destination === '00000000' && mask === '00000000');
  return found?.[0] ?? null;
}

/** Returns the bytes that an interface has sent, from /proc/net/dev (proc_net(5)); null for an unknown interface. */
export function sentBytes(devices: string, name: string): number | null {
  const line = devices.split('\n').find((each) => each.trim().startsWith(`${name}:`));
  const sent = Number(line?.split(':')[1]?.trim().split(/\s+/)[8]);
  return Number.isSafeInteger(sent) ? sent : null;
}

/** Bytes per second between two readings of a counter; null before the second, and after the counter began again. */
export class Throughput {
  #last: { readonly bytes: number; readonly at: number } | null = null;
  #bytesPerSecond: number | null = null;

  /** `now` in milliseconds. */
  update(bytes: number | null, now: number): number | null {
    const last = this.#last;
    if (bytes === null || (last !== null && bytes < last.bytes)) {
      this.#last = bytes === null ? null : { bytes, at: now };
      this.#bytesPerSecond = null;
    } else if (last === null) this.#last = { bytes, at: now };
    else if (now - last.at >= minInterval) {
      this.#bytesPerSecond = Math.round((1000 * (bytes - last.bytes)) / (now - last.at));
      this.#last = { bytes, at: now };
    }
    return this.#bytesPerSecond;
  }
}

/** Returns the text of a file; empty if it cannot be read. */
export const readOrEmpty = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** All traffic of tunnels leaves by the default route. */
export async function sentByDefaultRoute(): Promise<number | null> {
  const name = defaultInterface(await readOrEmpty('/proc/net/route'));
  return name === null ? null : sentBytes(await readOrEmpty('/proc/net/dev'), name);
}
