import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinNft, nft, type NftValue, nftName } from './nft.ts';

describe('an nft batch', () => {
  test('writes addresses bare, links quoted, numbers plain and arrays as sets', () => {
    const batch = nft`ip daddr ${['10.0.0.0/8', '192.0.2.1']} oifname ${'eth0.100'} meta mark ${0xca6c} tcp dport ${[80, 443]} accept`;
    expect(batch.text).toBe(
      'ip daddr { 10.0.0.0/8, 192.0.2.1 } oifname "eth0.100" meta mark 51820 tcp dport { 80, 443 } accept',
    );
  });

  test('accepts other batches, one by one, joined by lines, or as the elements of a set', () => {
    const rules = joinNft([1, 2].map((port) => nft`tcp dport ${port} accept`));
    expect(nft`chain ${nftName('in')} {\n${rules}\n}`.text).toBe(
      'chain in {\ntcp dport 1 accept\ntcp dport 2 accept\n}',
    );
    expect(nft`ip saddr vmap ${[nft`${'10.0.0.1'} : drop`]}`.text).toBe('ip saddr vmap { 10.0.0.1 : drop }');
  });

  test('refuses every string that is neither an address nor a link name', () => {
    const shapes = /^(?:[0-9a-fA-F.:/]+|"[A-Za-z0-9][A-Za-z0-9_.-]{0,14}")$/;
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((noise) => `10.0.0.1${noise}`),
      fc.string().map((noise) => `eth0${noise}`),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        let written: string;
        try {
          written = nft`${text}`.text;
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          return;
        }
        expect(written).toMatch(shapes);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['a statement', 'eth0 accept; flush ruleset'],
    ['a second line', '10.0.0.1\naccept'],
    ['a quote', 'eth0"'],
    ['a name that is too long', 'a'.repeat(16)],
    ['a fraction', 1.5],
    ['a negative number', -1],
    ['not a number', Number.NaN],
    ['an empty set', []],
    ['a set in a set', [['10.0.0.1']]],
    ['an object that looks like a batch', { text: 'flush ruleset' }],
    ['nothing', undefined],
  ])('refuses %s', (_, value) => {
    expect(() => nft`${value as unknown as NftValue}`).toThrow(TypeError);
  });

  test('refuses a value inside quotes, and a name that is not a plain word', () => {
    expect(() => nft`iifname "${'eth0'}"`).toThrow(TypeError);
    for (const name of ['a b', 'a;b', '1a', 'a\n', '']) expect(() => nftName(name)).toThrow(TypeError);
    expect(() => joinNft([{ text: 'flush ruleset' } as never])).toThrow(TypeError);
  });
});
