import { once } from 'node:events';
import { join } from 'node:path';
import type { Lab } from '@comet/lab';
import type { probes } from './probes.ts';

/** The name of a probe, and its arguments. */
export type Probe = readonly [name: keyof typeof probes, ...words: string[]];

const node = (file: string): string[] => [process.execPath, join(import.meta.dirname, file)];

/** Runs a probe on the client and returns whether it passes. Throws if it fails other than by the network. */
export async function runProbe(lab: Lab, probe: Probe): Promise<boolean> {
  const { code, stderr } = await lab.exec('client', [...node('probe-program.ts'), ...probe]);
  if ((code !== 0 && code !== 1) || stderr !== '')
    throw new Error(`The probe ${probe.join(' ')} ended with ${code}: ${stderr}`);
  return code === 0;
}

/** Starts the server of the probes on the internet host. */
export async function startProbeServer(lab: Lab): Promise<{ stop(): Promise<void> }> {
  const child = lab.spawn('inet', node('probe-server.ts'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  if (child.stdout === null) throw new Error('the probe server has no output');
  await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error('no probe server'))),
  ]);
  return {
    async stop() {
      child.stdin?.end();
      await exited;
    },
  };
}
