import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The data plane of network tests: the recent wireguard-go that `npm test` builds where it can, Debian's otherwise. */
export function wireguardGoProgram(): string {
  const recent = join(homedir(), '.cache', 'comet', 'bin', 'wireguard');
  return existsSync(recent) ? recent : 'wireguard-go';
}
