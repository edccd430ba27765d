import { expect, test } from 'vitest';
import { egressStatusReader, writeEgressStatus } from './egress-status.ts';

test('words are read in whatever pieces they come', () => {
  const text = writeEgressStatus('open') + writeEgressStatus('gone');
  const read = egressStatusReader();
  expect([...text].flatMap((piece) => read(piece))).toEqual(['open', 'gone']);
  expect(egressStatusReader()(text)).toEqual(['open', 'gone']);
});

test.each(['closed\n', 'open\r\n', '\n', 'x'.repeat(1_000_000)])(
  'what is no word of ours is told from them (%#)',
  (text) => {
    expect(egressStatusReader()(text)).toBeNull();
  },
);
