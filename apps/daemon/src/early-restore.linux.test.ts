import { readRequest } from '@comet/tunnel-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { earlyConnect } from './early-restore.linux.ts';

const lineOf = (location: unknown, more: object = {}, params: object = {}): string =>
  JSON.stringify({ ...{ v: 1, id: 1, command: 'connect', params: { location, ...params } }, ...more });

test('reads a connect with a location of one or several words, or without', () => {
  expect(earlyConnect(lineOf(null))).toEqual({ id: 1, location: null });
  expect(earlyConnect(lineOf('de-fra', { id: 7 }))).toEqual({ id: 7, location: 'de-fra' });
  expect(earlyConnect(lineOf('new york'))).toEqual({ id: 1, location: 'new york' });
});

test.each([
  ['another command', lineOf(null, { command: 'status' })],
  ['two gateways', lineOf('nl-ams', {}, { via: 'se-sto' })],
  ['a dedicated address', lineOf(null, {}, { dedicated: '203.0.113.7' })],
  ['an empty location', lineOf('')],
  ['a location that is too long', lineOf('x'.repeat(61))],
  ['another version', lineOf(null, { v: 2 })],
  ['an invalid number', lineOf(null, { id: -1 })],
  ['an unknown field', lineOf(null, { more: 1 })],
  ['an invalid location', lineOf(['de-fra'])],
  ['no location', JSON.stringify({ v: 1, id: 1, command: 'connect', params: {} })],
  ['no JSON', 'connect'],
  ['a list', '[]'],
  ['nothing', ''],
])('leaves %s to the control channel', (_, line) => {
  expect(earlyConnect(line)).toBeNull();
});

test('reads a request as the full parser does, and accepts none that it rejects', () => {
  const near = fc.record(
    {
      v: fc.constantFrom(1, 1, 1, 2, '1'),
      id: fc.oneof(fc.nat(), fc.double(), fc.constant(null)),
      command: fc.constantFrom('connect', 'connect', 'connect', 'status'),
      params: fc.record(
        {
          location: fc.oneof(
            fc.constantFrom(null, 'de-fra', 'new york', '', '--via'),
            fc.string({ maxLength: 70 }),
            fc.string({ unit: 'binary', maxLength: 70 }),
            fc.jsonValue(),
          ),
          via: fc.constantFrom('se-sto', null),
        },
        { requiredKeys: ['location'] },
      ),
    },
    { requiredKeys: ['v', 'id', 'command', 'params'] },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        near.map((request) => JSON.stringify(request)),
        fc.json(),
        fc.string(),
      ),
      (line) => {
        const received = earlyConnect(line);
        if (received === null) return;
        const { id, location } = received;
        expect(readRequest(line)).toEqual({
          ok: true,
          value: { id, command: 'connect', params: { location } },
        });
      },
    ),
    { numRuns: 3_000 },
  );
});
