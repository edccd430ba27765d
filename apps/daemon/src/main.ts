import { configFault, question } from './command-line/command-line.ts';
import { earlyDevice } from './start-early-device.ts';
import { createLog, lineWriter } from '@comet/foundation/log';
import { levelIn } from './command-line/log-level.ts';
import { receiveEndSignals } from './end-signals.ts';
import { createJournal } from './report/journal.ts';
import { type EarlyRestore, restoreEarly } from './early-restore.linux.ts';

const journal = createJournal();
const writeLine = lineWriter(process.stderr, process.env);
const log = createLog({
  level: levelIn(process.env),
  program: 'cometd',
  write(line, level) {
    journal.add(line);
    writeLine(line, level);
  },
});

/** A waiting client is served before the remaining modules are loaded. */
async function main(): Promise<void> {
  if (question !== null) {
    const { printHelpOrVersion } = await import('./command-line/print-help.ts');
    const { version } = await import('./version.ts');
    return printHelpOrVersion(question, version);
  }
  const onEnd = receiveEndSignals();
  let early: EarlyRestore | null = null;
  try {
    if (configFault !== null) throw new Error(configFault);
    early = earlyDevice === null ? null : await restoreEarly(earlyDevice, log);
    const { serve } = await import('./serve.ts');
    await serve(earlyDevice && { ...earlyDevice, restore: early }, onEnd, log, journal);
  } catch (error) {
    log.fatal({ reason: error instanceof Error ? error.message : String(error) }, 'The daemon cannot run');
    await clear(early);
    process.exit(1);
  }
}

/** Removes the early device. A tunnel that was reported as connected stays, as after a kill: no traffic leaves outside it. */
async function clear(early: EarlyRestore | null): Promise<void> {
  if (early?.restored?.isUp === true) return;
  await early?.abandon();
  await earlyDevice?.abandon();
}

// Not awaited: the bundle is a CommonJS module without top-level await.
void main();
