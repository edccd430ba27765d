import { relayPlace } from '../../platform/exit-place.ts';

/** Megabytes for what has just been made. With Node's 16 a thousand tunnels leave more garbage behind than they need themselves. */
const youngSpace = '--max-semi-space-size=4';

/** How the process is started: by `listener`, where there is one, which becomes it. */
export function commandLine(program: string, listener: string | null): readonly [string, ...string[]] {
  const own = [process.execPath, ...process.execArgv, youngSpace, program] as const;
  return listener === null ? own : [listener, String(relayPlace.port), ...own];
}
