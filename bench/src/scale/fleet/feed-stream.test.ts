import { expect, test } from 'vitest';
import { createChunkReader } from './feed-stream.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each([1, 2, 3, 7, 1000])('reads the chunks of a response that arrives %i bytes at a time', (step) => {
  const contents = ['first', '\r\n\r\n', 'x'.repeat(300)];
  const encoded = contents.map((content) => `${content.length.toString(16)}\r\n${content}\r\n`).join('');
  const bytes = Buffer.from(head + encoded);
  const chunks: string[] = [];
  const read = createChunkReader((chunk) => chunks.push(chunk.toString()));
  for (let start = 0; start < bytes.length; start += step) read(bytes.subarray(start, start + step));
  expect(chunks).toEqual(contents);
});

test('rejects a refusal, and the end of the response', () => {
  expect(() => createChunkReader(() => undefined)(Buffer.from('HTTP/1.1 401 Unauthorized\r\n\r\n'))).toThrow(
    '401',
  );
  expect(() => createChunkReader(() => undefined)(Buffer.from(`${head}0\r\n\r\n`))).toThrow('ended');
});
