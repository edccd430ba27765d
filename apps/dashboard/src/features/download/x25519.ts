const p = 2n ** 255n - 19n;
const a24 = 121_665n;

/**
 * The public key of a private one, 32 bytes each: X25519 with the base point (RFC 7748 §5). For browsers whose WebCrypto does not know it.
 * Its time depends on the key, which tells nobody anything here: it runs once, on the machine that the key was made for.
 */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return encoded(ladder(numberOf(clamped(privateKey)), 9n));
}

/** The bits that every X25519 key has alike; `wg genkey` sets them, too. */
export function clamped(privateKey: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(privateKey);
  bytes[0] = (bytes[0] ?? 0) & 248;
  bytes[31] = ((bytes[31] ?? 0) & 127) | 64;
  return bytes;
}

function ladder(k: bigint, u: bigint): bigint {
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

/** Little-endian, as everything here. */
function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function encoded(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n));
}
