import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab, LabHostName } from '@comet/lab';
import { registryProgram } from '@comet/stack';
import { DetachedPrograms } from './detached-programs.ts';

/** UDP ports on the gateway's host, and on the client's loopback. */
const serverPort = 21_444;
const localPort = 21_445;
const method = '2022-blake3-aes-256-gcm';

/** Returns the folder of `ssserver` and `sslocal`. */
export function shadowsocksRust(): Promise<string> {
  const features = ['server', 'local', 'local-tunnel', 'aead-cipher-2022', 'multi-threaded', 'logging'];
  const options = ['--no-default-features', `--features=${features.join(',')}`];
  return registryProgram({ crate: 'shadowsocks-rust', version: '1.25.0', options });
}

/**
 * Runs shadowsocks-rust between the client and the gateway's host while `during` runs. Datagrams to the given port of the client's loopback
 * reach the UDP port `to` of the gateway's loopback.
 */
export async function throughShadowsocksRust<T>(
  lab: Lab,
  folder: string,
  to: number,
  during: (port: number) => Promise<T>,
): Promise<T> {
  const server = `${lab.hosts['gw-nl'].ipv4}:${serverPort}`;
  const common = ['-s', server, '-m', method, '-k', randomBytes(32).toString('base64'), '-U'];
  const local = ['-b', `127.0.0.1:${localPort}`, '--protocol', 'tunnel', '-f', `127.0.0.1:${to}`];
  const programs = new DetachedPrograms(lab);
  try {
    await programs.start('gw-nl', [join(folder, 'ssserver'), ...common]);
    await listens(lab, 'gw-nl', serverPort);
    await programs.start('client', [join(folder, 'sslocal'), ...local, ...common]);
    await listens(lab, 'client', localPort);
    return await during(localPort);
  } finally {
    await programs.end();
  }
}

/** Waits until a program of a host listens on a UDP port. */
async function listens(lab: Lab, host: LabHostName, port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { stdout } = await lab.exec(host, ['ss', '-Huln', `sport = :${port}`]);
    if (stdout.trim() !== '') return;
    await sleep(50);
  }
  throw new Error(`No program listens on UDP port ${port} of ${host}`);
}
