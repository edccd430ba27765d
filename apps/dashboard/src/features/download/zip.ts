import { strToU8, zipSync } from 'fflate';
import type { TextFile } from './wireguard/wireguard-file.ts';

/** Packs files into a ZIP archive. */
export function zipOf(files: readonly TextFile[]): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])));
}
