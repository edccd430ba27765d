import { begun } from './begin-device.ts';
import { hearEndSignals } from './end-signals.ts';
import { takeLead } from './head-start.linux.ts';

const log = (line: string): void => {
  process.stderr.write(`cometd: ${line}\n`);
};

/** What somebody waits for goes before all that takes time to be loaded. */
async function main(): Promise<void> {
  const onEnd = hearEndSignals();
  const lead = begun === null ? null : await takeLead(begun, log);
  try {
    const { serve } = await import('./serve.ts');
    await serve(begun && { ...begun, lead }, onEnd, log);
  } catch (error) {
    await lead?.abandon();
    throw error;
  }
}

// Not awaited: the bundle is a CommonJS module, which cannot wait.
main().catch(async (error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  await begun?.abandon();
  process.exit(1);
});
