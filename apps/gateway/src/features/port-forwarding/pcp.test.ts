import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pcpAnnounceReply, pcpMapReply, pcpRefusal, pcpResults, readPcp } from './pcp.ts';

const source = Uint8Array.of(100, 64, 0, 16);
const client = '00000000000000000000ffff64400010';
const nonce = '0123456789abcdef01234567';
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const header = (opcode: string, lifetime = '00000e10', from = client) =>
  `02${opcode} 0000 ${lifetime} ${from}`;
const mapData = ({ protocol = '06', port = '1f90', suggested = '9c40' } = {}) =>
  `${nonce} ${protocol} 000000 ${port} ${suggested} ${'00'.repeat(16)}`;
const map = (options = '', data = mapData(), lifetime = '00000e10') =>
  bytes(`${header('01', lifetime)} ${data} ${options}`);
const refused = (result: keyof typeof pcpResults) => ({ kind: 'refused', result: pcpResults[result] });

const request = {
  kind: 'map',
  protocol: 'tcp',
  nonce,
  internalPort: 8080,
  suggestedPort: 40_000,
  lifetime: 3600,
  isExact: false,
};

test('reads ANNOUNCE and MAP', () => {
  expect(readPcp(bytes(header('00')), source)).toEqual({ kind: 'announce' });
  expect(readPcp(map(), source)).toEqual(request);
  expect(readPcp(map('', mapData({ protocol: '11' })), source)).toEqual({ ...request, protocol: 'udp' });
});

test('honours PREFER_FAILURE, and ignores optional options', () => {
  expect(readPcp(map('02 00 0000'), source)).toEqual({ ...request, isExact: true });
  expect(readPcp(map('80 00 0005 0102030405 000000'), source)).toEqual(request);
});

test('a deletion may name all ports of a protocol', () => {
  const all = mapData({ port: '0000' });
  expect(readPcp(map('', all, '00000000'), source)).toMatchObject({ internalPort: 0, lifetime: 0 });
  expect(readPcp(map('', all), source)).toEqual(refused('unsupportedProtocol'));
});

test.each([
  ['version 1', bytes(`01${header('01').slice(2)}`), 'unsupportedVersion'],
  ['version 3', bytes('0301'), 'unsupportedVersion'],
  ['PEER', bytes(`${header('02')} ${'00'.repeat(56)}`), 'unsupportedOpcode'],
  ['a header that is too short', bytes('0201 0000'), 'malformedRequest'],
  ['a length that is no multiple of four', Buffer.concat([map(), Buffer.alloc(1)]), 'malformedRequest'],
  ['more than 1100 bytes', Buffer.concat([map(), Buffer.alloc(1044)]), 'malformedRequest'],
  ['a MAP without its data', bytes(header('01')), 'malformedRequest'],
  [
    'another address',
    bytes(`${header('01', '00000e10', `${client.slice(0, -2)}11`)} ${mapData()}`),
    'addressMismatch',
  ],
  ['all protocols', map('', mapData({ protocol: '00', port: '0000' })), 'unsupportedProtocol'],
  ['a port of all protocols', map('', mapData({ protocol: '00' })), 'malformedRequest'],
  ['SCTP', map('', mapData({ protocol: '84' })), 'unsupportedProtocol'],
  ['THIRD_PARTY', map(`01 00 0010 ${client}`), 'unsupportedOption'],
  ['FILTER', map(`03 00 0014 ${'00'.repeat(20)}`), 'unsupportedOption'],
  ['PREFER_FAILURE with data', map('02 00 0004 00000000'), 'malformedOption'],
  ['PREFER_FAILURE twice', map('02 00 0000 02 00 0000'), 'malformedOption'],
  ['an option beyond the end', map('80 00 0008 00000000'), 'malformedOption'],
] as const)('refuses %s', (_, datagram, result) => {
  expect(readPcp(datagram, source)).toEqual(refused(result));
});

test.each([
  ['an empty datagram', ''],
  ['one byte', '02'],
  ['a reply', `0281${header('01').slice(4)}`],
])('does not answer %s', (_, hex) => {
  expect(readPcp(bytes(hex), source)).toBeNull();
});

test('a reply repeats nonce, protocol and internal port, with the public address and port', () => {
  const address = Uint8Array.of(203, 0, 113, 1);
  const reply = pcpMapReply(map(), { epoch: 7, lifetime: 60, port: 40_001, address });
  expect(reply).toEqual(
    bytes(
      `0281 0000 0000003c 00000007 ${'00'.repeat(12)} ${nonce} 06000000 1f90 9c41 ${'00'.repeat(10)}ffff cb007101`,
    ),
  );
  expect(pcpAnnounceReply(7)).toEqual(bytes(`0280 0000 00000000 00000007 ${'00'.repeat(12)}`));
});

test('a refusal repeats the request, and says when to try again', () => {
  const refusal = pcpRefusal(map(), pcpResults.noResources, 7);
  expect(refusal.subarray(0, 12)).toEqual(bytes('0281 0008 0000001e 00000007'));
  expect(refusal.subarray(24)).toEqual(map().subarray(24));
  expect(pcpRefusal(bytes('0301'), pcpResults.unsupportedVersion, 7)).toEqual(
    bytes(`0281 0001 00000708 00000007 ${'00'.repeat(12)}`),
  );
});

test('reads any datagram without a failure; each refusal is a valid reply', () => {
  const damaged = fc
    .tuple(fc.nat(80), fc.uint8Array({ minLength: 1, maxLength: 8 }))
    .map(([at, noise]) => Buffer.concat([map('02 00 0000').subarray(0, at), noise, map().subarray(at)]));
  const noise = fc.uint8Array({ maxLength: 1200 }).map((given) => Buffer.from(given));
  fc.assert(
    fc.property(fc.oneof(damaged, noise), (datagram) => {
      const read = readPcp(datagram, source);
      if (read?.kind === 'map') expect(read.internalPort > 0 || read.lifetime === 0).toBe(true);
      if (read?.kind !== 'refused') return;
      const reply = pcpRefusal(datagram, read.result, 7);
      expect([reply.length % 4, reply.length >= 24, reply.length <= 1100]).toEqual([0, true, true]);
      expect([reply[0], (reply[1] ?? 0) & 0x80, reply[3]]).toEqual([2, 0x80, read.result]);
    }),
  );
});
