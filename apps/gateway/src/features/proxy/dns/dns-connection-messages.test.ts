import fc from 'fast-check';
import { expect, test } from 'vitest';
import { questionEnd } from './dns-connection.ts';

/** A query for the A record of a name, followed by `rest`. */
function query(labels: readonly string[], rest: Uint8Array): Buffer {
  const name = labels.flatMap((label) => [Buffer.of(label.length), Buffer.from(label, 'latin1')]);
  const header = Buffer.from([0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([header, ...name, Buffer.from([0, 0, 1, 0, 1]), rest]);
}

test('arbitrary bytes do not throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void questionEnd(Buffer.from(bytes))));
});

test('finds the end of a question, and none in a reply', () => {
  const labels = fc.array(fc.stringMatching(/^[a-zA-Z0-9-]{1,20}$/), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(labels, fc.uint8Array(), (name, rest) => {
      const message = query(name, rest);
      expect(questionEnd(message)).toBe(message.length - rest.length);
      message[2] = 0x81;
      expect(questionEnd(message)).toBeNull();
    }),
  );
  expect(
    questionEnd(
      query(
        Array.from({ length: 13 }, () => 'a'.repeat(20)),
        new Uint8Array(),
      ),
    ),
  ).toBeNull();
});
