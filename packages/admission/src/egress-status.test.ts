import { expect, test } from 'vitest';
import { egressStatusReader, writeEgressStatus } from './egress-status.ts';

test('reads statuses split at any character', () => {
  const text = writeEgressStatus('open') + writeEgressStatus('gone');
  const read = egressStatusReader();
  expect([...text].flatMap((piece) => read(piece))).toEqual(['open', 'gone']);
  expect(egressStatusReader()(text)).toEqual(['open', 'gone']);
});

test.each(['closed\n', 'open\r\n', '\n', 'x'.repeat(1_000_000)])('rejects any other text (%#)', (text) => {
  expect(egressStatusReader()(text)).toBeNull();
});
