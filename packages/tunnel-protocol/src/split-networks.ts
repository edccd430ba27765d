import { parseCidr } from '@comet/foundation';

/** The shortest prefix, in bits, that split tunnelling accepts: a shorter one would exclude much of the internet from the tunnel. */
const minSplitPrefix = { 4: 8, 6: 16 } as const;

/**
 * Whether networks (CIDRs of both families) cover a prefix shorter than `minSplitPrefix`, one of them or several
 * together: `0.0.0.0/1` and `128.0.0.0/1` cover `0.0.0.0/0`. An invalid CIDR counts as covering.
 */
export function coversTooMuch(networks: readonly string[]): boolean {
  const prefixes = networks.map((network) => parseCidr(network));
  if (prefixes.some((prefix) => prefix === null)) return true;
  return ([4, 6] as const).some((family) => {
    const bits = family === 4 ? 32 : 128;
    const refused = 1n << BigInt(bits - minSplitPrefix[family] + 1);
    const ranges = prefixes.flatMap((prefix) =>
      prefix?.address.family === family ? [rangeOf(prefix.address.bytes, prefix.length)] : [],
    );
    return merged(ranges).some(({ first, end }) => ((first + refused - 1n) / refused + 1n) * refused <= end);
  });
}

interface Range {
  readonly first: bigint;
  /** The address after the last. */
  readonly end: bigint;
}

function rangeOf(bytes: readonly number[], length: number): Range {
  const size = 1n << BigInt(bytes.length * 8 - length);
  const address = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  const first = (address / size) * size;
  return { first, end: first + size };
}

/** Merges overlapping and adjacent ranges. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted((one, other) => (one.first < other.first ? -1 : 1))) {
    const last = joined.at(-1);
    if (last === undefined || last.end < range.first) joined.push(range);
    else if (last.end < range.end) joined[joined.length - 1] = { first: last.first, end: range.end };
  }
  return joined;
}
