import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The longest path of a unix socket on Linux, in bytes (`sun_path` of unix(7), without its closing zero). */
const LONGEST = 107;

/** `NAME` in `folder`, or in /run/comet-ID where the folder's path is too long for a socket. Makes the folder. */
export async function socketPath(folder: string, name: string, id: string): Promise<string> {
  const wanted = join(folder, name);
  const place = Buffer.byteLength(wanted) <= LONGEST ? folder : `/run/comet-${id}`;
  await mkdir(place, { recursive: true, mode: 0o700 });
  return join(place, name);
}
