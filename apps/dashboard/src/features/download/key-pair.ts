import { clamped, publicKeyOf } from './x25519.ts';

/** A WireGuard key pair, base64 of 32 bytes each. The private half stays in this browser. */
export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

type Maker = () => Promise<{ readonly privateKey: Uint8Array; readonly publicKey: Uint8Array }>;

/** Makes a key pair by WebCrypto, or by ourselves where the browser does not know X25519 yet. */
export async function newKeyPair(byBrowser: Maker = byWebCrypto): Promise<KeyPair> {
  const { privateKey, publicKey } = await byBrowser().catch(byOurselves);
  return { privateKey: toBase64(clamped(privateKey)), publicKey: toBase64(publicKey) };
}

const byWebCrypto: Maker = async () => {
  const keys = await crypto.subtle.generateKey('X25519', true, ['deriveBits']);
  if (!('privateKey' in keys)) throw new Error('WebCrypto gave no key pair');
  const { d, x } = await crypto.subtle.exportKey('jwk', keys.privateKey);
  return { privateKey: fromJwk(d), publicKey: fromJwk(x) };
};

const byOurselves: Maker = () => {
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
