import { api, call } from '../../platform/api.ts';
import { randomKey } from '../../platform/random-key.ts';
import type { WireguardConfig } from './downloads.ts';
import { newKeyPair } from './key-pair.ts';
import { type TextFile, wireguardFile } from './wireguard-file.ts';

/** A file that was just made, with what the API knows of it. */
export interface MadeFile extends TextFile {
  readonly config: WireguardConfig;
}

export interface Made {
  readonly files: readonly MadeFile[];
  /** How many there were to be. */
  readonly wanted: number;
  /** Why the rest was not made; undefined when all were. */
  readonly failure: unknown;
}

/**
 * Makes a key for each location and lets it in there, one after the other. Stops at the first that fails: what was made until then can
 * be used, and its keys are nowhere but here.
 */
export async function makeWireguardFiles(
  name: string,
  locations: readonly string[],
  onProgress: (current: number) => void,
): Promise<Made> {
  const files: MadeFile[] = [];
  for (const [index, location] of locations.entries()) {
    onProgress(index + 1);
    try {
      const { privateKey, publicKey } = await newKeyPair();
      const { config } = await call(api.addWireguardConfig, {
        body: { name, location, publicKey },
        idempotencyKey: randomKey(),
      });
      files.push({ ...wireguardFile(config, privateKey), config });
    } catch (failure) {
      return { files, wanted: locations.length, failure };
    }
  }
  return { files, wanted: locations.length, failure: undefined };
}
