import { expect, test } from 'vitest';
import { wayWordReader, writeWayWord } from './way-words.ts';

test('words are read in whatever pieces they come', () => {
  const text = writeWayWord('open') + writeWayWord('gone');
  const read = wayWordReader();
  expect([...text].flatMap((piece) => read(piece))).toEqual(['open', 'gone']);
  expect(wayWordReader()(text)).toEqual(['open', 'gone']);
});

test.each(['closed\n', 'open\r\n', '\n', 'x'.repeat(1_000_000)])(
  'what is no word of ours is told from them (%#)',
  (text) => {
    expect(wayWordReader()(text)).toBeNull();
  },
);
