import { formatIp, parseCidr, parseIp } from '@comet/foundation';

const families = [
  { family: 4, length: 4 },
  { family: 6, length: 16 },
] as const;

/**
 * Every address but these, of both families, as ranges `first-last`: for a packet filter that can refuse what it lists and has no word
 * for the rest. Takes addresses and CIDRs; throws a TypeError on anything else.
 */
export function allBut(exempt: readonly string[]): string[] {
  const spans = exempt.map(spanOf);
  return families.flatMap(({ family, length }) => {
    const end = 1n << BigInt(length * 8);
    const ranges: string[] = [];
    let next = 0n;
    const add = (until: bigint): void => {
      if (until > next) ranges.push(`${textOf(next, family, length)}-${textOf(until - 1n, family, length)}`);
    };
    const own = spans
      .filter((span) => span.family === family)
      .toSorted((one, other) => (one.first < other.first ? -1 : 1));
    for (const { first, last } of own) {
      add(first);
      if (last + 1n > next) next = last + 1n;
    }
    add(end);
    return ranges;
  });
}

function spanOf(text: string): { family: 4 | 6; first: bigint; last: bigint } {
  const address = parseIp(text);
  const prefix = address === null ? parseCidr(text) : { address, length: address.bytes.length * 8 };
  if (prefix === null) throw new TypeError('refused an address');
  const { family, bytes } = prefix.address;
  const host = BigInt(bytes.length * 8 - prefix.length);
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const first = (value >> host) << host;
  return { family, first, last: first + (1n << host) - 1n };
}

function textOf(value: bigint, family: 4 | 6, length: number): string {
  const bytes = Array.from({ length }, (_, index) =>
    Number((value >> BigInt((length - 1 - index) * 8)) & 0xffn),
  );
  return formatIp({ family, bytes });
}
