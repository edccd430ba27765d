import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerSecondKey, finishSecondKey, offerSecondKey, secondKeySizes } from './second-key.ts';

const key = (letter: string) => Buffer.alloc(32, letter).toString('base64');
const ends = { client: key('c'), gateway: key('g') };

test('both ends come to the same key, another one each time', () => {
  const seen = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const offer = offerSecondKey();
    expect(offer.message.length).toBe(secondKeySizes.offer);
    const answer = answerSecondKey(ends, offer.message);
    expect(answer?.message.length).toBe(secondKeySizes.answer);
    const finished = finishSecondKey(ends, offer, answer?.message ?? Buffer.alloc(0));
    expect(finished?.presharedKey).toBe(answer?.presharedKey);
    expect(Buffer.from(finished?.presharedKey ?? '', 'base64').length).toBe(32);
    expect(answer?.isConfirmed(finished?.confirmation ?? Buffer.alloc(0))).toBe(true);
    seen.add(finished?.presharedKey ?? '');
  }
  expect(seen.size).toBe(3);
});

test('an answer that was changed anywhere, or is for other ends, is none', () => {
  const offer = offerSecondKey();
  const answer = answerSecondKey(ends, offer.message)?.message ?? Buffer.alloc(0);
  fc.assert(
    fc.property(fc.nat(secondKeySizes.answer - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(answer);
      changed.writeUInt8(changed.readUInt8(at) ^ change, at);
      expect(finishSecondKey(ends, offer, changed)).toBeNull();
    }),
  );
  expect(finishSecondKey({ ...ends, gateway: key('x') }, offer, answer)).toBeNull();
  expect(finishSecondKey(ends, offerSecondKey(), answer)).toBeNull();
});

test('a tag of someone else confirms nothing, and the gateway’s own is not the client’s', () => {
  const answer = answerSecondKey(ends, offerSecondKey().message);
  expect(answer?.isConfirmed(Buffer.alloc(32))).toBe(false);
  expect(answer?.isConfirmed(answer.message.subarray(-32))).toBe(false);
  expect(answer?.isConfirmed(Buffer.alloc(0))).toBe(false);
});

test('no bytes whatever make an end throw', () => {
  const offer = offerSecondKey();
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 1400 }),
      (bytes) => void answerSecondKey(ends, Buffer.from(bytes)),
    ),
  );
  const sized = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(sized(1184), (raw) => void answerSecondKey(ends, Buffer.concat([Buffer.from('CPQ1'), raw]))),
  );
  fc.assert(
    fc.property(sized(secondKeySizes.answer), (answer) => {
      expect(finishSecondKey(ends, offer, answer)).toBeNull();
    }),
  );
});
