import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab, LabHostName } from '@comet/lab';
import { watchServing } from '@comet/linux-network';

/** Attempts to reach the socket, 20 ms apart. */
const attempts = 500;

/**
 * Starts wireguard-go on a lab host and waits for its socket; all labs of a machine share the folder of these sockets, so `name` must be
 * unique on it. Only connects: wg(8) removes a socket that refuses a connection, so a `wg show` between bind(2) and listen(2) of a
 * starting wireguard-go ends it. Rejects with the program's last line.
 */
export async function startDataPlane(
  lab: Pick<Lab, 'spawn'>,
  host: LabHostName,
  wireguardGo: string,
  name: string,
): Promise<ChildProcess> {
  // Runs in its own session, like our data plane and every service: Linux shares the CPU between sessions (sched_autogroup), and both ends
  // in the client's session would wake each other more cheaply.
  const child = lab.spawn(host, [wireguardGo, '-f', name], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env: { LOG_LEVEL: 'error' },
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-1_000)));
  for (let attempt = 0; attempt < attempts && child.exitCode === null; attempt += 1) {
    const serving = await watchServing(name);
    serving?.forget();
    if (serving !== null) return child;
    await sleep(20);
  }
  child.kill('SIGKILL');
  throw new Error(`${wireguardGo} did not bring ${name} up: ${output.trim().split('\n').at(-1)}`);
}

/** Removes the link, which ends its wireguard-go. */
export async function stopDataPlane(
  lab: Pick<Lab, 'exec'>,
  host: LabHostName,
  child: ChildProcess,
  name: string,
): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const { code, stderr } = await lab.exec(host, ['ip', 'link', 'delete', name]);
  if (code !== 0) throw new Error(`${name} on ${host} could not be removed: ${stderr}`);
  await exited;
}
