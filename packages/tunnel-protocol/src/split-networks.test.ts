import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coversTooMuch } from './split-networks.ts';

test.each([
  [['0.0.0.0/0']],
  [['::/0']],
  [['10.0.0.0/7']],
  [['2001:db8::/15']],
  [['10.0.0.5/7']],
  [['0.0.0.0/1', '128.0.0.0/1']],
  [['10.0.0.0/8', '11.0.0.0/8']],
  [['2000::/16', '2001::/16']],
  [['11.0.0.0/8', '192.0.2.0/24', '10.128.0.0/9', '10.0.0.0/9']],
  // The /7 in the middle is covered by parts of four others.
  [['9.0.0.0/8', '10.0.0.0/9', '10.64.0.0/10', '10.128.0.0/9', '11.0.0.0/8']],
  [['somewhere']],
])('rejects %j', (networks) => {
  expect(coversTooMuch(networks)).toBe(true);
});

test.each([
  [[]],
  [['10.0.0.0/8']],
  [['2001::/16']],
  [['10.0.0.0/8', '10.0.0.0/8', '10.1.0.0/16']],
  // Adjacent, but no shorter prefix covers exactly both.
  [['11.0.0.0/8', '12.0.0.0/8']],
  [['192.168.0.0/16', '172.16.0.0/12', '10.0.0.0/8', 'fc00::/16', '203.0.113.7/32', '2001:db8::1/128']],
])('accepts %j', (networks) => {
  expect(coversTooMuch(networks)).toBe(false);
});

test('rejects every prefix that is too short, for any partition', () => {
  const bits = fc.constantFrom(
    ...[4, 6].flatMap((family) => {
      const maxPrefix = family === 4 ? 7 : 15;
      return Array.from({ length: maxPrefix + 1 }, (_, length) => ({ family, length }));
    }),
  );
  fc.assert(
    fc.property(bits, fc.array(fc.nat(1_000), { maxLength: 40 }), ({ family, length }, picks) => {
      const width = family === 4 ? 32n : 128n;
      let parts = [{ first: 0n, length: BigInt(length) }];
      for (const pick of picks) {
        const part = parts[pick % parts.length];
        if (part === undefined || part.length === width) continue;
        const half = { first: part.first, length: part.length + 1n };
        const other = { first: part.first + (1n << (width - half.length)), length: half.length };
        parts = [...parts.filter((one) => one !== part), half, other];
      }
      expect(coversTooMuch(parts.map((part) => textOf(part.first, part.length, width)))).toBe(true);
    }),
  );
});

function textOf(first: bigint, length: bigint, width: bigint): string {
  const size = width === 32n ? 8n : 16n;
  const groups = Array.from({ length: Number(width / size) }, (_, index) => {
    const value = (first >> (width - size * BigInt(index + 1))) & ((1n << size) - 1n);
    return value.toString(size === 8n ? 10 : 16);
  });
  return `${groups.join(size === 8n ? '.' : ':')}/${length}`;
}
