import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lab } from '@comet/lab';
import { DetachedPrograms } from './detached-programs.ts';

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
  const programs = new DetachedPrograms(lab);
  try {
    await programs.start('gw-nl', [
      program,
      'server',
      `${ipv4}:${serverPort}`,
      `127.0.0.1:${to}`,
      certificate,
    ]);
    const port = Number(
      await programs.start('client', [program, 'client', `${ipv4}:${serverPort}`, certificate]),
    );
    return await during(port);
  } finally {
    await programs.end();
    await rm(folder, { recursive: true });
  }
}
