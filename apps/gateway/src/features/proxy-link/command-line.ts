import { relayPlace } from '../../platform/exit-place.ts';

/** How the process is started: by `listener`, where there is one, which becomes it. */
export function commandLine(program: string, listener: string | null): readonly [string, ...string[]] {
  const own = [process.execPath, ...process.execArgv, program] as const;
  return listener === null ? own : [listener, String(relayPlace.port), ...own];
}
