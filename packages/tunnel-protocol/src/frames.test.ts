import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReply, readRequest, writeReply, writeRequest } from './index.ts';

test('reads a request that was written', () => {
  expect(readRequest(writeRequest(7, 'connect', { location: 'nl-ams' }))).toEqual({
    ok: true,
    value: { id: 7, command: 'connect', params: { location: 'nl-ams' } },
  });
});

test('rejects an unknown command, invalid parameters and another version with an error code', () => {
  const refusal = (line: string) => {
    const read = readRequest(line);
    return read.ok ? null : read.error.error;
  };
  expect(refusal('{"v":1,"id":1,"command":"toString","params":{}}')).toBe('unknown_command');
  expect(refusal('{"v":1,"id":1,"command":"connect","params":{"location":5}}')).toBe('malformed_request');
  expect(refusal('{"v":2,"id":1,"command":"status","params":{}}')).toBe('malformed_request');
  expect(refusal('{"v":1,"id":1,"command":"status","params":{},"sudo":true}')).toBe('malformed_request');
});

test('parsing never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      readRequest(line);
      readReply(line);
    }),
  );
});

test('reads a reply that was written', () => {
  const message = { kind: 'error', id: 3, error: 'connect_failed', detail: 'handshake_timeout' } as const;
  expect(readReply(writeReply(message).trimEnd())).toEqual(message);
});
