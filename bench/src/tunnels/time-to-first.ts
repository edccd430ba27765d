import { join } from 'node:path';
import type { Lab } from '@comet/lab';

/** End of a measurement: the first HTTP reply, or the first reply to a packet. */
export type Until = 'reply' | 'packet';

/** Returns the milliseconds from the start of a command on the client to the first reply of the lab's internet host. */
export async function timeToFirst(
  until: Until,
  lab: Lab,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  timeoutMs = 30_000,
): Promise<number> {
  const script = join(import.meta.dirname, 'first-reply.py');
  const argv = ['python3', script, until, lab.hosts.inet.ipv4, ...command];
  const { code, stdout, stderr } = await lab.exec('client', argv, { env: { ...env }, timeoutMs });
  if (code !== 0) throw new Error(`${command.join(' ')} brought no ${until}: ${stderr}`);
  return Number(stdout);
}
