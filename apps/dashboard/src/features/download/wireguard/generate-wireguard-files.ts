import { api, call } from '../../../platform/data/api.ts';
import { newIdempotencyKey } from '../../../platform/data/idempotency-key.ts';
import type { WireguardConfig } from '../downloads.ts';
import { type TextFile, wireguardFile } from './wireguard-file.ts';

const p = 2n ** 255n - 19n;

const a24 = 121_665n;

/**
 * Returns the public key of a private one, 32 bytes each: X25519 with the base point (RFC 7748 §5). For browsers whose WebCrypto lacks it.
 * Its duration depends on the key, which is harmless here: it runs once, on the device that owns the key.
 */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return encoded(scalarMultiply(numberOf(clamped(privateKey)), 9n));
}

/** Sets the bits that are the same in every X25519 key (RFC 7748 §5), like `wg genkey`. */
function clamped(privateKey: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(privateKey);
  bytes[0] = (bytes[0] ?? 0) & 248;
  bytes[31] = ((bytes[31] ?? 0) & 127) | 64;
  return bytes;
}

function scalarMultiply(k: bigint, u: bigint): bigint {
  let [x2, z2, x3, z3] = [1n, 0n, u, 1n];
  let swap = 0n;
  for (let t = 254n; t >= 0n; t -= 1n) {
    const bit = (k >> t) & 1n;
    if (swap !== bit) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    swap = bit;
    const a = x2 + z2;
    const b = mod(x2 - z2);
    const [aa, bb] = [mod(a * a), mod(b * b)];
    const e = mod(aa - bb);
    const [da, cb] = [mod(mod(x3 - z3) * a), mod((x3 + z3) * b)];
    [x3, z3] = [mod((da + cb) ** 2n), mod(u * mod((da - cb) ** 2n))];
    [x2, z2] = [mod(aa * bb), mod(e * (aa + a24 * e))];
  }
  const [x, z] = swap === 1n ? [x3, z3] : [x2, z2];
  return mod(x * power(z, p - 2n));
}

function mod(value: bigint): bigint {
  const rest = value % p;
  return rest < 0n ? rest + p : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [b, e] = [base, exponent]; e > 0n; e >>= 1n) {
    if ((e & 1n) === 1n) result = mod(result * b);
    b = mod(b * b);
  }
  return result;
}

/** Little-endian, like all numbers in this file. */
function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function encoded(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
}

/** A WireGuard key pair, base64 of 32 bytes each. The private half stays in this browser. */
interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

type Maker = () => Promise<{ readonly privateKey: Uint8Array; readonly publicKey: Uint8Array }>;

/** Creates a key pair by WebCrypto, or by our own code if the browser lacks X25519. */
export async function newKeyPair(byBrowser: Maker = byWebCrypto): Promise<KeyPair> {
  const { privateKey, publicKey } = await byBrowser().catch(byScalarMultiplication);
  return { privateKey: toBase64(clamped(privateKey)), publicKey: toBase64(publicKey) };
}

const byWebCrypto: Maker = async () => {
  const keys = await crypto.subtle.generateKey('X25519', true, ['deriveBits']);
  if (!('privateKey' in keys)) throw new Error('WebCrypto gave no key pair');
  const { d, x } = await crypto.subtle.exportKey('jwk', keys.privateKey);
  return { privateKey: fromJwk(d), publicKey: fromJwk(x) };
};

const byScalarMultiplication: Maker = () => {
  const privateKey = crypto.getRandomValues(new Uint8Array(32));
  return Promise.resolve({ privateKey, publicKey: publicKeyOf(privateKey) });
};

/** A field of a JSON Web Key (RFC 8037): 32 bytes as base64url. */
function fromJwk(text: string | undefined): Uint8Array {
  const bytes = Uint8Array.from(atob((text ?? '').replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
  if (bytes.length !== 32) throw new Error('WebCrypto gave no key of 32 bytes');
  return bytes;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** A new file with the config that the API returned. */
export interface GeneratedFile extends TextFile {
  readonly config: WireguardConfig;
}

export interface Made {
  readonly files: readonly GeneratedFile[];
  /** Number of requested files. */
  readonly wanted: number;
  /** Why the remaining files were not created; undefined if all were. */
  readonly failure: unknown;
}

/**
 * Creates and registers a key for each location, sequentially. Stops at the first failure: the files created
 * until then can be used, and their keys exist only in this browser.
 */
export async function generateWireguardFiles(
  name: string,
  locations: readonly string[],
  onProgress: (current: number) => void,
): Promise<Made> {
  const files: GeneratedFile[] = [];
  for (const [index, location] of locations.entries()) {
    onProgress(index + 1);
    try {
      const { privateKey, publicKey } = await newKeyPair();
      const { config } = await call(api.addWireguardConfig, {
        body: { name, location, publicKey },
        idempotencyKey: newIdempotencyKey(),
      });
      files.push({ ...wireguardFile(config, privateKey), config });
    } catch (failure) {
      return { files, wanted: locations.length, failure };
    }
  }
  return { files, wanted: locations.length, failure: undefined };
}
