import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  respondToPostQuantumPsk,
  finishPostQuantumPsk,
  offerPostQuantumPsk,
  postQuantumPskSizes,
} from './post-quantum-psk.ts';

const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');
const ends = { client: key('c'), gateway: key('g') };

test('both ends derive the same key, a new one each time', () => {
  const seen = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const offer = offerPostQuantumPsk();
    expect(offer.message.length).toBe(postQuantumPskSizes.offer);
    const reply = respondToPostQuantumPsk(ends, offer.message);
    expect(reply?.message.length).toBe(postQuantumPskSizes.reply);
    const finished = finishPostQuantumPsk(ends, offer, reply?.message ?? Buffer.alloc(0));
    expect(finished?.presharedKey).toBe(reply?.presharedKey);
    expect(Buffer.from(finished?.presharedKey ?? '', 'base64').length).toBe(32);
    expect(reply?.isConfirmed(finished?.confirmation ?? Buffer.alloc(0))).toBe(true);
    seen.add(finished?.presharedKey ?? '');
  }
  expect(seen.size).toBe(3);
});

test('rejects a changed reply and one for other ends', () => {
  const offer = offerPostQuantumPsk();
  const reply = respondToPostQuantumPsk(ends, offer.message)?.message ?? Buffer.alloc(0);
  fc.assert(
    fc.property(fc.nat(postQuantumPskSizes.reply - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(reply);
      changed.writeUInt8(changed.readUInt8(at) ^ change, at);
      expect(finishPostQuantumPsk(ends, offer, changed)).toBeNull();
    }),
  );
  expect(finishPostQuantumPsk({ ...ends, gateway: key('x') }, offer, reply)).toBeNull();
  expect(finishPostQuantumPsk(ends, offerPostQuantumPsk(), reply)).toBeNull();
});

test('rejects the tag of another agreement, and the gateway’s own tag as the client’s', () => {
  const reply = respondToPostQuantumPsk(ends, offerPostQuantumPsk().message);
  expect(reply?.isConfirmed(Buffer.alloc(32))).toBe(false);
  expect(reply?.isConfirmed(reply.message.subarray(-32))).toBe(false);
  expect(reply?.isConfirmed(Buffer.alloc(0))).toBe(false);
});

test('handles any input without an exception', () => {
  const offer = offerPostQuantumPsk();
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 1400 }),
      (bytes) => void respondToPostQuantumPsk(ends, Buffer.from(bytes)),
    ),
  );
  const sized = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(
      sized(1184),
      (raw) => void respondToPostQuantumPsk(ends, Buffer.concat([Buffer.from('CPQ1'), raw])),
    ),
  );
  fc.assert(
    fc.property(sized(postQuantumPskSizes.reply), (reply) => {
      expect(finishPostQuantumPsk(ends, offer, reply)).toBeNull();
    }),
  );
});
