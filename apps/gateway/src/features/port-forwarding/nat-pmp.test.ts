import fc from 'fast-check';
import { expect, test } from 'vitest';
import { natPmpAddressReply, natPmpMapReply, natPmpUnsupportedReply, readNatPmp } from './nat-pmp.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test('reads the requests of RFC 6886', () => {
  expect(readNatPmp(bytes('0000'))).toEqual({ kind: 'address' });
  const udp = bytes('0001 0000 1f90 9c40 00000e10');
  const request = {
    kind: 'map',
    protocol: 'udp',
    internalPort: 8080,
    suggestedPort: 40_000,
    lifetime: 3600,
  } as const;
  expect(readNatPmp(udp)).toEqual(request);
  expect(readNatPmp(bytes('0002 0000 1f90 9c40 00000e10'))).toEqual({ ...request, protocol: 'tcp' });
  expect(readNatPmp(bytes('0003'))).toEqual({ kind: 'unsupported', opcode: 3 });
});

test('writes the replies of RFC 6886', () => {
  const map = { kind: 'map', protocol: 'tcp', internalPort: 8080, suggestedPort: 0, lifetime: 3600 } as const;
  expect(natPmpAddressReply(0, 7, Uint8Array.of(203, 0, 113, 1))).toEqual(
    bytes('0080 0000 00000007 cb007101'),
  );
  expect(natPmpMapReply(map, { result: 0, epoch: 7, port: 40_000, lifetime: 3600 })).toEqual(
    bytes('0082 0000 00000007 1f90 9c40 00000e10'),
  );
  expect(natPmpUnsupportedReply(3, 7)).toEqual(bytes('0083 0005 00000007'));
});

test.each([
  ['an empty datagram', ''],
  ['one byte', '00'],
  ['a reply', '0080 0000 00000007 cb007101'],
  ['a reply to an unknown opcode', '00ff'],
  ['a longer request for the address', '000000'],
  ['a shorter request for a mapping', '0001 0000 1f90 9c40 00000e'],
  ['a longer request for a mapping', '0001 0000 1f90 9c40 00000e10 00'],
  ['another version', '0200'],
])('does not answer %s', (_, hex) => {
  expect(readNatPmp(bytes(hex))).toBeNull();
});

test('reads any datagram without a failure, and maps only from one of twelve bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (given) => {
      const read = readNatPmp(Buffer.from(given));
      if (read?.kind === 'map') expect([given.length, given[0]]).toEqual([12, 0]);
      if (read?.kind === 'address') expect(given).toEqual(Uint8Array.of(0, 0));
    }),
  );
});
