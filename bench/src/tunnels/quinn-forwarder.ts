import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Lab, LabHostName } from '@comet/lab';

/** UDP port of the forwarder's server on the gateway's host. */
const serverPort = 21_443;

/**
 * Runs `bench/quinn-forwarder` between the client and the gateway's host while `during` runs. Datagrams to the given port of the client's
 * loopback reach the UDP port `to` of the gateway's loopback.
 */
export async function throughQuinnForwarder<T>(
  lab: Lab,
  program: string,
  to: number,
  during: (port: number) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  const certificate = join(folder, 'certificate.der');
  const { ipv4 } = lab.hosts['gw-nl'];
  const running: ChildProcess[] = [];
  /** Resolves with the first line that the program prints. */
  const start = async (host: LabHostName, argv: readonly string[]): Promise<string> => {
    // In a session of its own, like our programs: Linux shares the CPU between sessions.
    const child = lab.spawn(host, [program, ...argv], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    running.push(child);
    if (child.stdout === null) throw new Error('The forwarder has no output');
    for await (const line of createInterface(child.stdout)) return line;
    throw new Error(`The forwarder on ${host} did not start`);
  };
  try {
    await start('gw-nl', ['server', `${ipv4}:${serverPort}`, `127.0.0.1:${to}`, certificate]);
    const port = Number(await start('client', ['client', `${ipv4}:${serverPort}`, certificate]));
    return await during(port);
  } finally {
    for (const child of running.toReversed()) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.stdin?.end();
      if (child.exitCode === null) await exited;
    }
    await rm(folder, { recursive: true });
  }
}
