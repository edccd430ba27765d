import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { readEnvelope } from '../src/request-envelope.ts';
import { protocolSchema, request } from './document.ts';

test('the committed schema is up to date; if not: vitest run --project unit packages/tunnel-protocol/schema -u', async () => {
  await expect(`${JSON.stringify(protocolSchema(), null, 2)}\n`).toMatchFileSnapshot('../schema.json');
});

test('the schema has the parameters and results of every command, except objects without fields', () => {
  const { $defs } = protocolSchema() as { $defs: Record<string, unknown> };
  expect(Object.keys($defs)).toEqual(
    expect.arrayContaining(['ConnectParams', 'LocationsResult', 'LoginSecondFactorParams', 'Snapshot']),
  );
  expect($defs['CommandName']).toEqual({ type: 'string', enum: Object.keys(commands) });
});

test('every reference has a definition', () => {
  const text = JSON.stringify(protocolSchema());
  const { $defs } = protocolSchema() as { $defs: Record<string, unknown> };
  const names = [...text.matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => $defs[name] === undefined)).toEqual([]);
});

test('the schema of a request accepts the lines that the daemon accepts, and no others', () => {
  const id = fc.oneof(fc.nat(), fc.integer(), fc.double(), fc.string(), fc.constant(null));
  const command = fc.oneof(fc.constantFrom('connect', ''), fc.string({ maxLength: 60 }), fc.nat());
  const params = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue());
  const near = fc.record(
    { v: fc.constantFrom(1, 1, 1, 2, '1'), id, command, params, more: fc.constant(1) },
    { requiredKeys: ['v', 'command'] },
  );
  fc.assert(
    fc.property(fc.oneof(near, fc.jsonValue()), (value) => {
      const line = JSON.stringify(value);
      const envelope = readEnvelope(line);
      const parsed = request.safeParse(JSON.parse(line));
      expect(envelope !== null).toBe(parsed.success);
      if (envelope !== null) expect({ v: 1, ...envelope }).toEqual(parsed.data);
    }),
    { numRuns: 2_000 },
  );
});
