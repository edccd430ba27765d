import { expect, test } from 'vitest';
import { isCommit } from './commit-proxy.ts';

const complete = (tag: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(tag.length + 5);
  return Buffer.concat([Buffer.from('C'), length, Buffer.from(`${tag}\0`)]);
};
const ready = (state: 'I' | 'T') => Buffer.from(`Z\0\0\0\x05${state}`, 'latin1');

test('recognises the acknowledgement of a commit, and of a statement that wrote on its own', () => {
  expect(isCommit(Buffer.concat([complete('COMMIT'), ready('I')]))).toBe(true);
  expect(isCommit(Buffer.concat([complete('INSERT 0 1'), ready('I')]))).toBe(true);
  expect(isCommit(Buffer.concat([complete('UPDATE 2'), ready('I')]))).toBe(true);
});

test('ignores reads, statements that wrote nothing, and those within a transaction', () => {
  expect(isCommit(Buffer.concat([complete('SELECT 1'), ready('I')]))).toBe(false);
  expect(isCommit(Buffer.concat([complete('UPDATE 0'), ready('I')]))).toBe(false);
  expect(isCommit(Buffer.concat([complete('INSERT 0 1'), ready('T')]))).toBe(false);
});
