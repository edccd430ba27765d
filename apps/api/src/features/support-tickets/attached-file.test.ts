import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFiles } from './attached-file.ts';

const typeOf = (content: Buffer) => readFiles([{ name: 'holiday.png', content }])?.[0]?.mediaType ?? null;

test('detects the type of a file from its bytes, not its name', () => {
  expect(typeOf(Buffer.from('89504e470d0a1a0a0000', 'hex'))).toBe('image/png');
  expect(typeOf(Buffer.from('ffd8ffe0', 'hex'))).toBe('image/jpeg');
  expect(typeOf(Buffer.from('RIFF\0\0\0\0WEBPVP8 '))).toBe('image/webp');
  expect(typeOf(Buffer.from('%PDF-1.7'))).toBe('application/pdf');
  expect(typeOf(Buffer.from('Sätze\r\n\tvon heute'))).toBe('text/plain');
  // HTML and SVG with scripts are stored as plain text, and never rendered.
  expect(typeOf(Buffer.from('<svg onload="alert(1)"/>'))).toBe('text/plain');
  for (const other of ['MZ\u0090\0', 'PK\u0003\u0004', '\u007fELF', '', 'RIFF\0\0\0\0WAVE'])
    expect(typeOf(Buffer.from(other, 'latin1'))).toBeNull();
});

test('any content is detected as one of the types or refused', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => typeOf(Buffer.from(bytes)) !== undefined));
});

test('refuses too many files and too many bytes', () => {
  const file = { name: 'a.txt', content: Buffer.alloc(2_000_000, 'a') };
  expect(readFiles([file, file])).toHaveLength(2);
  expect(readFiles([file, file, { name: 'b.txt', content: Buffer.from('b') }])).toBeNull();
  const small = { name: 'c.txt', content: Buffer.from('c') };
  expect(readFiles([small, small, small])).toHaveLength(3);
  expect(readFiles([small, small, small, small])).toBeNull();
});
