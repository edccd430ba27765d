import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The data plane of network tests: the recent wireguard-go that `npm test` builds where it can, Debian's otherwise. */
export function wireguardGoProgram(): string {
  const recent = join(homedir(), '.cache', 'comet', 'wireguard-go-2', 'wireguard');
  return existsSync(recent) ? recent : 'wireguard-go';
}
