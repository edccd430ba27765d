import {
  createHash,
  createHmac,
  createPublicKey,
  decapsulate,
  encapsulate,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

/**
 * A post-quantum preshared key for an established WireGuard tunnel, agreed on inside the tunnel by ML-KEM-768 (FIPS 203). A recording of
 * the handshake stays undecipherable if X25519 is broken later. The tunnel authenticates both ends.
 *
 *     client → gateway   "CPQ1", the encapsulation key            4 + 1184 bytes
 *     gateway → client   the ciphertext, the gateway's tag     1088 + 32
 *     client → gateway   the client's tag                             32
 *     gateway → client   1: the key is set, use it                     1
 *
 * Keys and tags come from HKDF-SHA256 of the shared secret, salted with the hash of all messages and of both WireGuard keys.
 */
export const postQuantumPskPort = 7_685;
export const postQuantumPskSizes = { offer: 4 + 1184, reply: 1088 + 32, confirmation: 32, done: 1 } as const;

const magic = Buffer.from('CPQ1');
const ciphertextBytes = 1088;
/** SubjectPublicKeyInfo of id-alg-ml-kem-768 (RFC 9935), in front of the raw key. */
const spki = Buffer.from('308204b2300b0609608648016503040402038204a100', 'hex');

/** The WireGuard public keys of both ends of the tunnel, base64. */
export interface TunnelEnds {
  readonly client: string;
  readonly gateway: string;
}

interface PostQuantumPskOffer {
  readonly privateKey: KeyObject;
  readonly message: Buffer;
}

/** Starts the client's side with a key pair for this one agreement. */
export function offerPostQuantumPsk(): PostQuantumPskOffer {
  const { publicKey, privateKey } = generateKeyPairSync('ml-kem-768');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(spki.length);
  return { privateKey, message: Buffer.concat([magic, raw]) };
}

/** Returns the gateway's reply to an offer; null for a malformed offer. `isConfirmed` verifies the client's tag. */
export function respondToPostQuantumPsk(
  ends: TunnelEnds,
  offer: Buffer,
): { readonly message: Buffer; readonly presharedKey: string; isConfirmed(tag: Buffer): boolean } | null {
  if (offer.length !== postQuantumPskSizes.offer || !offer.subarray(0, 4).equals(magic)) return null;
  let sealed: { sharedKey: Buffer; ciphertext: Buffer };
  try {
    const key = createPublicKey({
      key: Buffer.concat([spki, offer.subarray(4)]),
      format: 'der',
      type: 'spki',
    });
    sealed = encapsulate(key);
  } catch {
    return null; // A key whose numbers are out of range (FIPS 203 §7.2).
  }
  const ciphertext = Buffer.from(sealed.ciphertext);
  const keys = derive(ends, offer, ciphertext, sealed.sharedKey);
  return {
    message: Buffer.concat([ciphertext, keys.tagOf('gateway')]),
    presharedKey: keys.presharedKey,
    isConfirmed: (tag) => same(tag, keys.tagOf('client')),
  };
}

/** Returns the client's key and the tag that confirms it; null where the reply is not to this offer, or not by this gateway. */
export function finishPostQuantumPsk(
  ends: TunnelEnds,
  offer: PostQuantumPskOffer,
  reply: Buffer,
): { readonly presharedKey: string; readonly confirmation: Buffer } | null {
  if (reply.length !== postQuantumPskSizes.reply) return null;
  const ciphertext = reply.subarray(0, ciphertextBytes);
  // A changed ciphertext gives another secret instead of an error, so that the tag does not match.
  const keys = derive(ends, offer.message, ciphertext, decapsulate(offer.privateKey, ciphertext));
  if (!same(reply.subarray(ciphertextBytes), keys.tagOf('gateway'))) return null;
  return { presharedKey: keys.presharedKey, confirmation: keys.tagOf('client') };
}

function derive(ends: TunnelEnds, offer: Buffer, ciphertext: Buffer, shared: Uint8Array) {
  const transcript = [
    Buffer.from(ends.client, 'base64'),
    Buffer.from(ends.gateway, 'base64'),
    offer,
    ciphertext,
  ];
  const salt = createHash('sha256').update(Buffer.concat(transcript)).digest();
  const bytes = Buffer.from(hkdfSync('sha256', shared, salt, 'comet second key 1', 64));
  const tagKey = bytes.subarray(32);
  return {
    presharedKey: bytes.subarray(0, 32).toString('base64'),
    tagOf: (end: 'client' | 'gateway') => createHmac('sha256', tagKey).update(end).digest(),
  };
}

function same(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
