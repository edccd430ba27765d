import { createDecipheriv, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { newTlsCryptV2ClientKey } from './profile.ts';

/** Made by OpenVPN 2.6.14: `--genkey tls-crypt-v2-server`, and with it `--genkey tls-crypt-v2-client`. */
const stockServerKey = [
  '+wZVudZ8bjdg9xy6d/2R/puEP/1+jpoj6e2I2vrsck+eghT/sWaXulj8X44uDkGs',
  'Pf7UuKuJWc8ubl9FbTVbAq7eEmHz4gIUA3CRhvT0yFLLF2Rv84QSygDVYs5W8w1p',
  'FoxYHyGxs6RGW0CY24QCrJJjwt0biz3M1cxNjYmBPeY=',
].join('');
const stockClientKey = [
  'IgraER45w7QzyuDA5lGRLgZg2nX91QgeddDBsimQPMq6nGYE57dXeL0CXoTIWFN6',
  'xKS1RozhjhaFVE62+BhW/3ZluhwjuHYwn17OUlMxSsgwC3alyks3PdTaqnYb8QKj',
  'q66A/pMSDHMJ21tVWCYFRyVhPGX86sUei3xdG9t27AKNJQyGfRKP2eB1IqMvlquj',
  'mGZlBj6vFuMHhIuwYtLihetnf6vgUd57JeX+YiWEJid+w80aeth9lXro5KgzeoLj',
  'YQwvHAN/TOmMcJegITBkGPyBPmNGP8Gtu0u0x8+8iecjrHqR8pF9sp5EwMtAk0Dv',
  'VlmP8jVKt1S1E6QZbEv/Qiay5w4p75voY1Ee4jj54fcdi6E62E2keh3FsrEXMbDj',
  '38+O/qz1MXgxuLrVGbS2cpLICjVGWFaZuoCiCUTbIAqMA8TQjgMllTe/ddiCPQid',
  '+o3Ncd500erw3MegsHzNl2D2Qqsr4p8XT+0LUkexZG3CasgVfolrDevEuAnKa2ni',
  'u+kk9yUsEOhe43vbxsoHavfzX0BloUy8LXx6DIjaHBaa3JvOx1uPfUKylnJDl8je',
  'oOU79n8MBbOUe45y7I06/vfj+5BPU4JVoAiZtY5mWK4Tt+sS8mZsqeH6Wc1OfhNY',
  '+Aye7spRNxI7p8sjCtOWL8+9zeb/WcoWc+xSS3yNSw3w4JXbH9267fGUSC07YTZO',
  'KyTNNp/k5kIJOyehcS2HBKDyCeQeIEV8hQEr',
].join('');

/** Unwraps a client's wrapped key as a server does: returns the client key and the metadata, or null for a forgery. */
function unwrap(serverKey: Buffer, wrapped: Buffer): { key: Buffer; metadata: Buffer } | null {
  const length = wrapped.subarray(-2);
  if (length.readUInt16BE() !== wrapped.length) return null;
  const tag = wrapped.subarray(0, 32);
  const decipher = createDecipheriv('aes-256-ctr', serverKey.subarray(0, 32), tag.subarray(0, 16));
  const content = Buffer.concat([decipher.update(wrapped.subarray(32, -2)), decipher.final()]);
  const expected = createHmac('sha256', serverKey.subarray(64, 96)).update(length).update(content).digest();
  return expected.equals(tag) ? { key: content.subarray(0, 256), metadata: content.subarray(256) } : null;
}

const serverKey = Buffer.from(stockServerKey, 'base64');
const partsOf = (pem: string) => {
  const bytes = Buffer.from(pem.split('\n').slice(1, -2).join(''), 'base64');
  return { key: bytes.subarray(0, 256), wrapped: bytes.subarray(256) };
};

test("the test's reader accepts OpenVPN's own keys", () => {
  const bytes = Buffer.from(stockClientKey, 'base64');
  const opened = unwrap(serverKey, bytes.subarray(256));
  expect(opened?.key.equals(bytes.subarray(0, 256))).toBe(true);
  // Type 1, a time: OpenVPN records when the key was made.
  expect(opened?.metadata[0]).toBe(1);
});

test('creates a new key each time that its server can unwrap and that does not identify its holder', () => {
  const made = newTlsCryptV2ClientKey(serverKey);
  const { key, wrapped } = partsOf(made);
  const opened = unwrap(serverKey, wrapped);
  expect(opened?.key.equals(key)).toBe(true);
  expect(opened?.metadata.length).toBe(0);
  expect(newTlsCryptV2ClientKey(serverKey)).not.toBe(made);
});

test('rejects a key of another server', () => {
  const { wrapped } = partsOf(newTlsCryptV2ClientKey(Buffer.alloc(128, 9)));
  expect(unwrap(serverKey, wrapped)).toBeNull();
  expect(() => newTlsCryptV2ClientKey(serverKey.subarray(1))).toThrow(TypeError);
});
