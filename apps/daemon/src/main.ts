import { begun } from './begin-device.ts';
import { hearEndSignals } from './end-signals.ts';
import { type Lead, takeLead } from './head-start.linux.ts';

const log = (line: string): void => {
  process.stderr.write(`cometd: ${line}\n`);
};

/** What somebody waits for goes before all that takes time to be loaded. */
async function main(): Promise<void> {
  const onEnd = hearEndSignals();
  let lead: Lead | null = null;
  try {
    lead = begun === null ? null : await takeLead(begun, log);
    const { serve } = await import('./serve.ts');
    await serve(begun && { ...begun, lead }, onEnd, log);
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    await clear(lead);
    process.exit(1);
  }
}

/** Takes away what was begun. Whoever was told that he is connected stays so, as where a daemon is killed: nothing is let out behind his back. */
async function clear(lead: Lead | null): Promise<void> {
  if (lead?.ahead?.isUp === true) return;
  await lead?.abandon();
  await begun?.abandon();
}

// Not awaited: the bundle is a CommonJS module, which cannot wait.
void main();
