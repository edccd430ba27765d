import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Transmission and qBittorrent of Debian, which request their port from the router of the default route. */

const info = `d6:lengthi1e4:name4:test12:piece lengthi16384e6:pieces20:${'0'.repeat(20)}e`;

/** The first message of a peer (BEP 3): protocol, no extensions, the torrent and a peer id, in hexadecimal digits. */
export const peerHandshake = Buffer.concat([
  Buffer.from('\u0013BitTorrent protocol\0\0\0\0\0\0\0\0', 'latin1'),
  createHash('sha1').update(info).digest(),
  Buffer.from('-CM0001-000000000000'),
]).toString('hex');

export interface TorrentClient {
  quit(): Promise<void>;
}

/** Starts Transmission in a network namespace with one torrent; it listens at `port`. */
export async function startTransmission(
  namespace: string,
  folder: string,
  port: number,
): Promise<TorrentClient> {
  const config = join(folder, 'transmission');
  const watched = join(config, 'watched');
  await mkdir(watched, { recursive: true });
  await writeTorrent(watched);
  return start(namespace, config, 'transmission-daemon', [
    ...['--foreground', '--config-dir', config, '--download-dir', config, '--watch-dir', watched],
    ...['--peerport', String(port), '--portmap', '--no-dht', '--no-lpd', '--no-utp', '--port', '9091'],
  ]);
}

/** The same for qBittorrent. */
export async function startQbittorrent(
  namespace: string,
  folder: string,
  port: number,
): Promise<TorrentClient> {
  const profile = join(folder, 'qbittorrent');
  const config = join(profile, 'qBittorrent/config');
  await mkdir(config, { recursive: true });
  await writeFile(join(config, 'qBittorrent.conf'), '[LegalNotice]\nAccepted=true\n');
  const torrent = await writeTorrent(profile);
  return start(namespace, profile, 'qbittorrent-nox', [
    ...[`--profile=${profile}`, `--save-path=${profile}`, '--skip-dialog=true'],
    ...['--webui-port=9092', `--torrenting-port=${port}`, torrent],
  ]);
}

async function writeTorrent(folder: string): Promise<string> {
  const file = join(folder, 'test.torrent');
  await writeFile(file, `d4:info${info}e`);
  return file;
}

function start(namespace: string, home: string, program: string, options: readonly string[]): TorrentClient {
  const child: ChildProcess = spawn('ip', ['netns', 'exec', namespace, program, ...options], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home },
  });
  const exited = once(child, 'exit');
  return {
    async quit() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
