import { begun } from './begin-device.ts';
import { receiveEndSignals } from './end-signals.ts';
import { type EarlyRestore, restoreEarly } from './saved-session.linux.ts';

const log = (line: string): void => {
  process.stderr.write(`cometd: ${line}\n`);
};

/** A waiting client is served before the remaining modules are loaded. */
async function main(): Promise<void> {
  const onEnd = receiveEndSignals();
  let lead: EarlyRestore | null = null;
  try {
    lead = begun === null ? null : await restoreEarly(begun, log);
    const { serve } = await import('./serve.ts');
    await serve(begun && { ...begun, restore: lead }, onEnd, log);
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    await clear(lead);
    process.exit(1);
  }
}

/** Removes the early device. A tunnel that was reported as connected stays, as after a kill: no traffic leaves outside it. */
async function clear(lead: EarlyRestore | null): Promise<void> {
  if (lead?.restored?.isUp === true) return;
  await lead?.abandon();
  await begun?.abandon();
}

// Not awaited: the bundle is a CommonJS module, which cannot wait.
void main();
