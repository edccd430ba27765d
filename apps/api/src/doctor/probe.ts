import { execFile } from 'node:child_process';
import { resolveTxt } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import type { Database } from '../platform/database/database.ts';
import { sentenceOf } from '../open-database.ts';
import { type Archiver, readArchiver } from './backup-checks.ts';

/** How the checks reach the outside; tests replace it. */
export interface Probe {
  /** The TXT records of a name, each joined; none for a name that has none or does not exist. */
  txt(name: string): Promise<readonly string[]>;
  /** When the certificate of a host ends. Throws where no connection with a valid certificate is possible. */
  certificateEnd(host: string, port: number): Promise<Date>;
  /** The status and the text of a page. Throws where there is no response. */
  page(url: string): Promise<{ readonly status: number; readonly text: string }>;
  /** The same for a POST request without a body. */
  post(url: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Whether the kernel's clock is synchronised by NTP; null if unknown. */
  isClockSynchronised(): Promise<boolean | null>;
  /** The archiving of PostgreSQL. */
  archiver(db: Database): Promise<Archiver>;
  /** Free and total bytes of the file system of a path. */
  space(path: string): Promise<{ readonly free: number; readonly total: number }>;
}

const execute = promisify(execFile);
const timeoutMs = 10_000;
const noRecord = new Set(['ENOTFOUND', 'ENODATA']);

/** The internet as this machine sees it. */
export const systemProbe: Probe = {
  async txt(name) {
    try {
      return (await resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (error instanceof Error && 'code' in error && noRecord.has(String(error.code))) return [];
      throw error;
    }
  },
  certificateEnd(host, port) {
    return new Promise((resolve, reject) => {
      // An IP address is no server name (RFC 6066 §3).
      const servername = isIP(host) === 0 ? host : '';
      const socket = connect({ host, port, servername, timeout: timeoutMs }, () => {
        const { valid_to } = socket.getPeerCertificate();
        socket.destroy();
        resolve(new Date(valid_to));
      });
      socket.once('timeout', () => socket.destroy(new Error('no response within 10 s')));
      socket.once('error', reject);
    });
  },
  async page(url) {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await response.text() };
  },
  async post(url) {
    const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, text: await response.text() };
  },
  async isClockSynchronised() {
    try {
      // timedatectl(1): the state of the kernel (adjtimex(2)), whichever program sets it: systemd-timesyncd, chrony or ntpd.
      const show = ['show', '--property=NTPSynchronized', '--value'];
      const { stdout } = await execute('timedatectl', show, { timeout: timeoutMs });
      return stdout.trim() === 'yes';
    } catch {
      return null;
    }
  },
  archiver: readArchiver,
  async space(path) {
    const { bavail, blocks, bsize } = await statfs(path);
    return { free: bavail * bsize, total: blocks * bsize };
  },
};

/** The reason of a failed `page` or `post`: `fetch` hides it in the cause. */
export function reasonIn(error: unknown): string {
  return sentenceOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}
