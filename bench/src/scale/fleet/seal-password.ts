import { createCipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from '../../api/replica.ts';

/**
 * Returns a password of a provider's endpoint as process `apiPid` seals it: a nonce of 12 bytes, the tag and the ciphertext of AES-256-GCM, as
 * base64url. The feed sends these passwords to gateways.
 */
export function sealPassword(apiPid: number): string {
  const folder = environmentOf(apiPid)['KEYS_DIR'] ?? '';
  const key = Buffer.from(readFileSync(join(folder, 'seal.key'), 'latin1').trim(), 'base64url');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify('a password of the data set')), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}
