import { execFile } from 'node:child_process';

/** Error codes of libnatpmp (natpmp.h) for refusals of the server. */
export const errors = { notAuthorised: -51, outOfResources: -53 } as const;

/** What the stock client prints; null for what it does not. `result` is 0, or its negative error code. */
interface NatpmpcResult {
  readonly address: string | null;
  readonly port: number | null;
  readonly lifetime: number | null;
  readonly result: number;
}

/** Runs natpmpc in a namespace, with the gateway's address in the tunnel as its NAT-PMP gateway. */
export async function natpmpc(namespace: string, ...args: readonly string[]): Promise<NatpmpcResult> {
  const { output, failed } = await runOnce(namespace, args);
  // After 250 ms it asks for the public address again, and takes the second response for that of the mapping: the port is then half of
  // the address.
  if (output.includes('protocol UNKNOWN')) return natpmpc(namespace, ...args);
  const [, port, lifetime] = /Mapped public port (\d+) .*liftime (\d+)/.exec(output) ?? [];
  return {
    address: /Public IP address : ([\d.]+)/.exec(output)?.[1] ?? null,
    port: port === undefined ? null : Number(port),
    lifetime: lifetime === undefined ? null : Number(lifetime),
    result: failed ? Number(/returned (-\d+)/.exec(output)?.[1] ?? -1) : 0,
  };
}

function runOnce(
  namespace: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly failed: boolean }> {
  const command = ['netns', 'exec', namespace, 'natpmpc', '-g', '100.64.0.1', ...args];
  return new Promise((resolve) => {
    execFile('ip', command, (error, stdout, stderr) => {
      resolve({ output: `${stdout}${stderr}`, failed: error !== null });
    });
  });
}
