import './platform/admission/disable-zod-jit.ts';
import type { Log } from '@comet/foundation/log';
import type { EarlyParts } from './data-plane.ts';
import { startDaemon } from './daemon.ts';
import type { OnEnd } from './end-signals.ts';
import { currentPlatform } from './platform/callers/platform-of.ts';
import type { Journal } from './report/journal.ts';
import { readSettings, readTrust } from './settings.ts';
import { openSystem } from './system.ts';

/** Serves until a signal, which `onEnd` receives. `early`: what was started before this module was loaded. */
export async function serve(
  early: EarlyParts | null,
  onEnd: OnEnd,
  log: Log,
  journal: Journal,
): Promise<void> {
  const system = await openSystem(currentPlatform.system);
  if (!(await system.mayServe()))
    throw new Error('only root can make tunnels and firewall rules: run it as root, on Windows as a service');
  const settings = readSettings(process.env);
  const daemon = await startDaemon(
    system,
    settings,
    await readTrust(settings.trustFile),
    log,
    journal,
    early,
  );
  log.info({ socket: settings.socket }, 'Listening');
  let stopping = false;
  onEnd(() => {
    if (stopping) return;
    stopping = true;
    daemon.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'The daemon could not stop cleanly');
        process.exit(1);
      },
    );
  });
}
