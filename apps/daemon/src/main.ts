import { begun } from './begin-device.ts';
import './platform/checked-without-code.ts';
import { startDaemon } from './daemon.ts';
import { here } from './platform/here.ts';
import { readSettings, readTrust } from './settings.ts';
import { openSystem } from './system.ts';

const log = (line: string): void => {
  process.stderr.write(`cometd: ${line}\n`);
};

async function main(): Promise<void> {
  const system = await openSystem(here.system);
  if (!(await system.mayServe()))
    throw new Error('only root can make tunnels and firewall rules: run it as root, on Windows as a service');
  const settings = readSettings(process.env);
  const daemon = await startDaemon(system, settings, await readTrust(settings.trustFile), log, begun);
  log(`listening on ${settings.socket}`);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    daemon.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log(`could not stop cleanly: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

// Not awaited: the bundle is a CommonJS module, which cannot wait.
main().catch(async (error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  await begun?.abandon();
  process.exit(1);
});
