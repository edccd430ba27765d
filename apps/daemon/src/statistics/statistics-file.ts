import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonOf, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import * as z from 'zod/mini';
import { replaceFile } from '../platform/files/replace-file.ts';
import { noStatistics, type Statistics, statisticsSchema } from './statistics.ts';

/** Authenticated with the content: another file of this machine is not mistaken for statistics. */
const context = Buffer.from('comet statistics 1');
const keyBytes = 32;
/** Length of a nonce of AES-GCM (NIST SP 800-38D §8.2.2: random, so at most 2^32 writes with a key, one a minute). */
const nonceBytes = 12;
const tagBytes = 16;

const envelope = z.object({ comet: z.literal('statistics'), version: z.literal(1), sealed: z.base64() });

export type StatisticsFile = ReturnType<typeof statisticsFile>;

/**
 * The statistics in the state folder: AES-256-GCM under a key in a file of its own. A file that cannot be read, also because its key is
 * gone or another's, is renamed and not deleted. Writes are atomic and survive a power cut.
 */
export function statisticsFile(stateDir: string, log: Log) {
  const path = join(stateDir, 'statistics.enc');
  const keyPath = join(stateDir, 'statistics.key');

  async function setAside(reason: string): Promise<void> {
    await rename(path, `${path}.broken`);
    log.error({ reason }, 'The statistics could not be read and were set aside');
  }

  async function key(): Promise<Buffer | null> {
    const text = await textAt(keyPath);
    const bytes = Buffer.from(text ?? '', 'base64');
    return bytes.length === keyBytes ? bytes : null;
  }

  async function newKey(): Promise<Buffer> {
    const bytes = randomBytes(keyBytes);
    await replaceFile(keyPath, bytes.toString('base64'), { lasting: true });
    return bytes;
  }

  return {
    /** Returns the statistics; none if there is no file, or none that can be read. */
    async read(): Promise<Statistics> {
      const text = await textAt(path);
      if (text === null) return noStatistics;
      const secret = await key();
      try {
        if (secret === null) throw new Error('there is no key');
        return opened(text, secret);
      } catch (error) {
        await setAside(reasonOf(error));
        return noStatistics;
      }
    },
    async write(statistics: Statistics): Promise<void> {
      const secret = (await key()) ?? (await newKey());
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(context);
      const text = cipher.update(JSON.stringify(statistics), 'utf8');
      const sealed = Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]).toString('base64');
      const content: z.input<typeof envelope> = { comet: 'statistics', version: 1, sealed };
      await replaceFile(path, JSON.stringify(content), { lasting: true });
    },
    /** Deletes the key first: without it no copy of the file can be read. */
    async forget(): Promise<void> {
      for (const one of [keyPath, path, `${path}.broken`]) await rm(one, { force: true });
    },
  };
}

/** Throws if the text is not statistics under this key. */
function opened(text: string, secret: Buffer): Statistics {
  const { sealed } = envelope.parse(jsonOf(text));
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  }).setAAD(context);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  return statisticsSchema.parse(jsonOf(plain.toString('utf8')));
}

/** Returns null if there is no file. */
async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
