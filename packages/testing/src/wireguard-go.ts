import { existsSync } from 'node:fs';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where `npm test` puts the recent wireguard-go that it builds. */
    readonly wireguardGo: string;
  }
}

/** The data plane of network tests: the recent wireguard-go that `npm test` builds where it can, Debian's otherwise. */
export function wireguardGoProgram(): string {
  const recent = inject('wireguardGo');
  return existsSync(recent) ? recent : 'wireguard-go';
}
