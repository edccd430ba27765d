import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { type ForwardingRefusal, forwardingRefusals, type MapRequest, replyTo } from './reply-to.ts';

const source = Uint8Array.of(100, 64, 0, 16);
const address = Uint8Array.of(203, 0, 113, 1);
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const natPmpMap = bytes('0002 0000 1f90 9c40 00000e10');
const pcpMap = bytes(
  `0201 0000 00000e10 00000000000000000000ffff64400010 ${'ab'.repeat(12)} 11 000000 1f90 9c40 ${'00'.repeat(16)}`,
);

function client(refusal: ForwardingRefusal | null = null) {
  const requests: MapRequest[] = [];
  const refusals: string[] = [];
  return {
    ...{ requests, refusals },
    address: () => (refusal === null ? ok(address) : err(refusal)),
    map(request: MapRequest) {
      requests.push(request);
      return Promise.resolve(refusal === null ? ok({ port: 40_001, lifetime: 600, address }) : err(refusal));
    },
    epoch: () => 7,
    onRefusal: (reason: string) => void refusals.push(reason),
  };
}

test('answers the requests of NAT-PMP', async () => {
  const one = client();
  expect(await replyTo(bytes('0000'), source, one)).toEqual(bytes('0080 0000 00000007 cb007101'));
  expect(await replyTo(natPmpMap, source, one)).toEqual(bytes('0082 0000 00000007 1f90 9c41 00000258'));
  expect(await replyTo(bytes('0005'), source, one)).toEqual(bytes('0085 0005 00000007'));
  expect(await replyTo(bytes('00'), source, one)).toBeNull();
  expect(one.requests).toMatchObject([{ protocol: 'tcp', internalPort: 8080, nonce: '', isExact: false }]);
});

test('answers the requests of PCP', async () => {
  const one = client();
  const reply = await replyTo(pcpMap, source, one);
  expect([reply?.[3], reply?.readUInt16BE(42)]).toEqual([0, 40_001]);
  expect((await replyTo(bytes(`0200${pcpMap.toString('hex').slice(4, 48)}`), source, one))?.[1]).toBe(0x80);
  expect((await replyTo(bytes('0101'), source, one))?.[3]).toBe(1);
  expect(one.requests).toMatchObject([{ protocol: 'udp', nonce: 'ab'.repeat(12) }]);
});

test('a mapping of port 0 is refused, and a deletion of all is not', async () => {
  const one = client();
  const reply = await replyTo(bytes('0002 0000 0000 0000 00000e10'), source, one);
  expect(reply?.readUInt16BE(2)).toBe(2);
  expect(one.refusals).toEqual(['invalid']);
  await replyTo(bytes('0002 0000 0000 0000 00000000'), source, one);
  expect(one.requests).toMatchObject([{ internalPort: 0, lifetime: 0 }]);
});

test.each(forwardingRefusals)(
  'the refusal %s has a result code in both protocols, and is counted',
  async (reason) => {
    const one = client(reason);
    const natPmp = await replyTo(natPmpMap, source, one);
    expect(natPmp?.readUInt16BE(2)).toBeGreaterThan(0);
    expect(natPmp?.subarray(10)).toEqual(Buffer.alloc(6));
    expect((await replyTo(bytes('0000'), source, one))?.readUInt16BE(2)).toBeGreaterThan(0);
    expect((await replyTo(pcpMap, source, one))?.[3]).toBeGreaterThan(0);
    expect(one.refusals).toEqual([reason, reason, reason]);
  },
);
