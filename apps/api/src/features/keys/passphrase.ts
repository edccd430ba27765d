import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { minPassphrase } from '../../platform/keys/key-bundle.ts';
import { WrongKeys } from '../../platform/keys/key-folder.ts';

/**
 * Reads the passphrase from the first line of a file that only its owner may read, or from standard input for `-`, for example from a
 * program that decrypts it in a hardware token (PKCS #11). Throws `WrongKeys`.
 */
export async function readPassphrase(
  file: string | undefined,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<string> {
  if (file === undefined)
    throw new WrongKeys('Give a file with the passphrase: --passphrase FILE, or - for standard input');
  const given = file === '-' ? await text(input) : await readPrivate(file);
  const [line = ''] = given.split(/\r?\n/);
  if (line.length < minPassphrase)
    throw new WrongKeys(`The passphrase has fewer than ${minPassphrase} characters`);
  return line;
}

async function readPrivate(file: string): Promise<string> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new WrongKeys(`${file} cannot be read: it must hold the passphrase`, { cause: error });
  });
  try {
    const { mode } = await handle.stat();
    if ((mode & 0o077) !== 0) throw new WrongKeys(`${file} is open to other users: set it with chmod 600`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
