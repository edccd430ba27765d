import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '@comet/lab';
import type { Customer } from './customer.ts';
import { stateFolder } from './running-stack.ts';

/** Runs `comet …` on the client of the lab. Throws with the output if it fails. */
export async function comet(lab: Lab, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await lab.exec('client', ['comet', ...args], { timeoutMs: 40_000 });
  if (code !== 0) throw new Error(`comet ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}

/** Returns the tunnel state of `comet status --json`. */
export async function tunnelState(lab: Lab): Promise<string> {
  const { stdout } = await lab.exec('client', ['comet', 'status', '--json'], { timeoutMs: 10_000 });
  try {
    return (JSON.parse(stdout) as { tunnel: { state: string } }).tunnel.state;
  } catch {
    return 'no answer';
  }
}

/** Returns the tunnel's transport, or null if there is none. */
export async function tunnelLink(lab: Lab): Promise<{ protocol: string; variant?: string } | null> {
  const { tunnel } = JSON.parse(await comet(lab, 'status', '--json')) as {
    tunnel: { link?: { protocol: string; variant?: string } };
  };
  return tunnel.link ?? null;
}

/** Waits until the daemon is in `state`. */
export async function waitForTunnelState(lab: Lab, state: string, milliseconds = 30_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  let last = '';
  while (Date.now() < deadline) {
    last = await tunnelState(lab);
    if (last === state) return;
    await sleep(100);
  }
  throw new Error(`The daemon did not become ${state} within ${milliseconds} ms; it is ${last}`);
}

/** Returns the client's address as seen by an internet host, or null without a response in time. The default time covers a lost packet. */
export async function egressAddress(
  lab: Lab,
  url: string = lab.echoUrl.ipv4,
  seconds = 3,
): Promise<string | null> {
  const { code, stdout } = await lab.exec('client', ['curl', '-sS', '--max-time', String(seconds), url]);
  return code === 0 ? stdout.trim() : null;
}

/** Waits until two consecutive requests get no response. Throws if there still is one after `milliseconds`. */
export async function waitForLostConnectivity(lab: Lab, milliseconds = 5000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  for (let silent = 0; silent < 2; ) {
    const seen = await egressAddress(lab, lab.echoUrl.ipv4, 1);
    silent = seen === null ? silent + 1 : 0;
    if (seen !== null && Date.now() > deadline)
      throw new Error(`After ${milliseconds} ms this machine is still seen as ${seen}`);
  }
}

/** Signs the client's daemon in, replacing the signed-in account. */
export async function signIn(lab: Lab, customer: Customer): Promise<void> {
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
  const { code, stdout, stderr } = await lab.exec('client', ['comet', 'login', '--email', customer.email], {
    input: `${customer.password}\n`,
    timeoutMs: 20_000,
  });
  if (code !== 0) throw new Error(`comet login ended with ${code}: ${stdout}${stderr}`);
}

/** Used fields of the client daemon's state file. */
interface ClientState {
  readonly appIdentifier: string;
  readonly account: { readonly accessToken: string; readonly deviceId: string };
  readonly key: { readonly privateKey: string; readonly publicKey: string };
  readonly lastGateway: string | null;
  readonly standbyTickets: readonly { readonly gatewayId: string; readonly ticket: string }[];
}

export function readClientState(): ClientState {
  return JSON.parse(readFileSync(join(stateFolder(), 'lab/client/state.json'), 'utf8')) as ClientState;
}
