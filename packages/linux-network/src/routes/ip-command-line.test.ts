import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ipBatches, ipFailure } from './ip-batches.ts';
import type { IpCommand } from './ip-command.ts';
import { ipLine } from './ip-command-line.ts';

const link = 'comet0';

test.each<[IpCommand, string]>([
  [{ kind: 'address-add', address: '100.64.0.2/32', link }, 'address add 100.64.0.2/32 dev comet0'],
  [{ kind: 'address-replace', address: 'fd00::1/64', link }, 'address replace fd00::1/64 dev comet0'],
  [{ kind: 'addresses-flush', link }, 'address flush dev comet0'],
  [{ kind: 'link-up', link }, 'link set dev comet0 up'],
  [{ kind: 'link-delete', link }, 'link delete dev comet0'],
  [{ kind: 'link-mtu', link, mtu: 1420 }, 'link set dev comet0 mtu 1420'],
  [
    { kind: 'route-replace', family: 4, to: 'default', link, table: 51820 },
    'route replace 0.0.0.0/0 dev comet0 table 51820',
  ],
  [
    { kind: 'route-replace', family: 6, to: 'fd00::/8', via: 'fe80::1', link, src: 'fd00::2', metric: 5 },
    'route replace fd00::/8 via fe80::1 dev comet0 src fd00::2 metric 5',
  ],
  [{ kind: 'route-delete', family: 6, to: 'default', type: 'blackhole' }, 'route delete blackhole ::/0'],
  [{ kind: 'route-flush', family: 4, table: 7 }, 'route flush table 7'],
  [
    { kind: 'rule-add', family: 4, priority: 9, uid: 61_007, table: 254 },
    'rule add from all uidrange 61007-61007 priority 9 lookup 254',
  ],
  [
    { kind: 'rule-add', family: 4, priority: 10, not: true, fwmark: 51820, table: 51820 },
    'rule add not from all fwmark 51820 priority 10 lookup 51820',
  ],
  [
    {
      kind: 'rule-delete',
      family: 6,
      priority: 9,
      to: 'fd00::/8',
      fwmark: 1,
      fwmarkMask: 255,
      outputLink: link,
      suppressPrefixLength: 0,
      table: 254,
    },
    'rule delete from all to fd00::/8 fwmark 1/255 oif comet0 priority 9 lookup 254 suppress_prefixlength 0',
  ],
])('writes %j as one line', (command, line) => {
  expect(ipLine(command).text).toBe(line);
});

test.each<[string, IpCommand]>([
  ['a link name that is an option', { kind: 'link-up', link: '-force' }],
  ['a link name with a second command', { kind: 'link-up', link: 'a\nlink delete b' }],
  ['an address without a length', { kind: 'address-add', address: '10.0.0.1', link }],
  ['a prefix of the other family', { kind: 'route-replace', family: 4, to: 'fd00::/8', link }],
  ['a gateway of the other family', { kind: 'route-replace', family: 6, to: 'default', via: '10.0.0.1' }],
  ['an unknown route type', { kind: 'route-replace', family: 4, to: 'default', type: 'nat x' as never }],
  ['a fraction', { kind: 'rule-add', family: 4, priority: 1.5, table: 1 }],
  ['table 0, which means all tables', { kind: 'route-flush', family: 4, table: 0 }],
  ['a number in text', { kind: 'link-mtu', link, mtu: '1\nlink delete b' as never }],
])('rejects %s', (_, command) => {
  expect(() => ipLine(command)).toThrow(TypeError);
});

test('rejects any text that would be a second line or an option', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('link', 'address', 'to', 'via', 'src'),
      (text, field) => {
        const command: IpCommand =
          field === 'address'
            ? { kind: 'address-add', address: text, link }
            : { kind: 'route-replace', family: 4, to: '10.0.0.0/8', link, [field]: text };
        let line: string;
        try {
          line = ipLine(command).text;
        } catch {
          return;
        }
        expect(line).toMatch(/^[A-Za-z0-9./:_ -]+$/);
        expect(line).not.toMatch(/ -/);
      },
    ),
    { numRuns: 3_000 },
  );
});

describe('batches', () => {
  const up: IpCommand = { kind: 'link-up', link };
  const four: IpCommand = { kind: 'rule-add', family: 4, priority: 1, table: 9 };
  const six: IpCommand = { kind: 'rule-add', family: 6, priority: 1, table: 9 };

  test('keep the order and start as few processes as it allows', () => {
    expect(
      ipBatches([up, six, up, six, four, up]).map(({ six: flag, lines }) => [flag, lines.length]),
    ).toEqual([
      [true, 4],
      [false, 2],
    ]);
    expect(ipBatches([up, up])).toHaveLength(1);
    expect(ipBatches([])).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(up, four, six)), (commands) => {
        expect(ipBatches(commands).flatMap((batch) => batch.lines)).toEqual(
          commands.map((one) => ipLine(one).text),
        );
      }),
    );
  });

  test('report the failed line, also after reading others', () => {
    const stderr = 'Cannot find device "comet0"\nCommand failed -:12\n';
    expect(ipFailure(stderr, ['one', 'two'], 10)).toBe('Cannot find device "comet0" (two)');
    expect(ipFailure('Killed', ['one'])).toBe('Killed');
  });
});
