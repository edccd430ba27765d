import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { pemOf } from '@comet/tunnel-config';

const clientKeyLength = 256;
const serverKeyLength = 128;

/**
 * A new tls-crypt-v2 client key as PEM, wrapped for the server that holds the 128 bytes of `serverKey`. Only a client with such a
 * key gets an answer from the server at all; it tells the server nothing about its holder, not even when it was made.
 *
 * The format is OpenVPN's doc/tls-crypt-v2.txt: the server key is an AES-256-CTR key and, from byte 64 on, an HMAC-SHA256 key;
 * WKc = T || AES-256-CTR(Ke, IV, Kc) || len, where T = HMAC-SHA256(Ka, len || Kc), IV = the first half of T, and len is the length
 * of WKc in two bytes. Throws on a server key of another length.
 */
export function newTlsCryptV2ClientKey(
  serverKey: Uint8Array,
  clientKey: Uint8Array = randomBytes(clientKeyLength),
): string {
  if (serverKey.length !== serverKeyLength) throw new TypeError('a tls-crypt-v2 server key has 128 bytes');
  const [encryption, authentication] = [serverKey.subarray(0, 32), serverKey.subarray(64, 96)];
  const length = Buffer.alloc(2);
  length.writeUInt16BE(32 + clientKey.length + 2);
  const tag = createHmac('sha256', authentication).update(length).update(clientKey).digest();
  const cipher = createCipheriv('aes-256-ctr', encryption, tag.subarray(0, 16));
  const wrapped = Buffer.concat([tag, cipher.update(clientKey), cipher.final(), length]);
  return pemOf('OpenVPN tls-crypt-v2 client key', Buffer.concat([clientKey, wrapped]));
}
