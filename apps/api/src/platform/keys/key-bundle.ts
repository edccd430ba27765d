import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { WrongKeys } from './key-folder.ts';
import { type KeyFile, keyFiles, type KeyTexts } from './keys.ts';

const magic = 'comet-keys-1';
const begin = '-----BEGIN COMET KEYS-----';
const end = '-----END COMET KEYS-----';
const lineLength = 64;

/** scrypt (RFC 7914) with 128 MiB and about half a second: an attacker with the bundle guesses a few passphrases a second. */
const cost = { logN: 17, r: 8, p: 1 } as const;
const lengths = { salt: 16, nonce: 12, key: 32, tag: 16 } as const;

/** A passphrase must have so many characters: a bundle may be stored for years. */
export const minPassphrase = 16;

/**
 * Encrypts keys under a passphrase: `comet-keys-1 scrypt 17 8 1`, salt and nonce in a line of header, then AES-256-GCM of a JSON object of
 * the files, in base64. The header is authenticated too.
 */
export async function sealBundle(keys: KeyTexts, passphrase: string): Promise<string> {
  const salt = randomBytes(lengths.salt);
  const nonce = randomBytes(lengths.nonce);
  const header = headerOf(salt, nonce);
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt), nonce);
  cipher.setAAD(Buffer.from(header));
  const plain = JSON.stringify(Object.fromEntries(keys));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const lines = sealed.toString('base64').match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return [begin, header, ...lines, end, ''].join('\n');
}

/** Decrypts a bundle. Throws `WrongKeys` for a file that is no bundle or incomplete, and for a wrong passphrase or a changed file. */
export async function openBundle(text: string, passphrase: string): Promise<KeyTexts> {
  const lines = text.trim().split(/\r?\n/);
  if (lines[0] !== begin || !(lines[1] ?? '').startsWith(`${magic} `))
    throw new WrongKeys('The file is not a bundle of keys export');
  if (lines.at(-1) !== end) throw new WrongKeys('The bundle is truncated: restore the whole file');
  const header = lines[1] ?? '';
  const [, , , , , salt64 = '', nonce64 = ''] = header.split(' ');
  const salt = Buffer.from(salt64, 'base64');
  const nonce = Buffer.from(nonce64, 'base64');
  if (header !== headerOf(salt, nonce) || salt.length !== lengths.salt || nonce.length !== lengths.nonce)
    throw new WrongKeys('The bundle has a header that this release does not read');
  const sealed = Buffer.from(lines.slice(2, -1).join(''), 'base64');
  if (sealed.length <= lengths.tag) throw new WrongKeys('The bundle is truncated: restore the whole file');
  const decipher = createDecipheriv('aes-256-gcm', await deriveKey(passphrase, salt), nonce, {
    authTagLength: lengths.tag,
  });
  decipher.setAAD(Buffer.from(header));
  decipher.setAuthTag(sealed.subarray(-lengths.tag));
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -lengths.tag)), decipher.final()]);
    return readTexts(JSON.parse(plain.toString('utf8')));
  } catch (error) {
    if (error instanceof WrongKeys) throw error;
    throw new WrongKeys('The passphrase is wrong, or the bundle was changed', { cause: error });
  }
}

function headerOf(salt: Buffer, nonce: Buffer): string {
  const { logN, r, p } = cost;
  return [magic, 'scrypt', logN, r, p, salt.toString('base64'), nonce.toString('base64')].join(' ');
}

function readTexts(value: unknown): KeyTexts {
  const known = new Map<KeyFile, string>();
  for (const [file, text] of Object.entries(value ?? {})) {
    const name = keyFiles.find((one) => one === file);
    if (name === undefined || typeof text !== 'string')
      throw new WrongKeys(`The bundle holds ${file}, which this release does not read`);
    known.set(name, text);
  }
  return known;
}

function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  const { logN, r, p } = cost;
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, lengths.key, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
