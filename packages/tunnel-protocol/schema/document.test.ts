import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { maxCommandLength, readEnvelope } from '../src/request-envelope.ts';
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
  const id = fc.oneof({ weight: 6, arbitrary: fc.nat() }, fc.integer(), fc.double(), fc.string());
  const limit = fc.constantFrom('c'.repeat(maxCommandLength), 'c'.repeat(maxCommandLength + 1));
  const command = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('connect', '') },
    { weight: 3, arbitrary: limit },
    ...[fc.string({ maxLength: 60, size: 'max' }), fc.nat()],
  );
  const object = fc.dictionary(fc.string(), fc.oneof(fc.nat(), fc.string(), fc.constant(null)));
  const params = fc.oneof({ weight: 6, arbitrary: object }, fc.constantFrom(null, [], 'text', 5));
  const fields = { v: fc.constantFrom(1, 1, 1, 1, 2, '1'), id, command, params };
  const near = fc.oneof(
    { weight: 6, arbitrary: fc.record(fields) },
    fc.record({ ...fields, more: fc.constant(1) }),
    fc.record(fields, { requiredKeys: ['v'] }),
  );
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 6, arbitrary: near }, fc.jsonValue({ maxDepth: 3 })), (value) => {
      const line = JSON.stringify(value);
      const envelope = readEnvelope(line);
      const parsed = request.safeParse(JSON.parse(line));
      expect(envelope !== null).toBe(parsed.success);
      if (envelope === null) return;
      accepted += 1;
      // Except in the parameters, from which zod removes `__proto__`.
      const { id, command } = envelope;
      expect({ v: 1, id, command }).toEqual({ ...parsed.data, params: undefined });
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(200);
});
