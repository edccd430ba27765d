import { expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { protocolSchema } from './document.ts';

test('the committed schema is up to date; if not: vitest run --project unit packages/tunnel-protocol/schema -u', async () => {
  await expect(`${JSON.stringify(protocolSchema(), null, 2)}\n`).toMatchFileSnapshot('../schema.json');
});

test('the schema has what every command takes and answers, unless that is an object without fields', () => {
  const { $defs } = protocolSchema() as { $defs: Record<string, unknown> };
  expect(Object.keys($defs)).toEqual(
    expect.arrayContaining(['ConnectParams', 'LocationsResult', 'LoginSecondFactorParams', 'Snapshot']),
  );
  expect($defs['CommandName']).toEqual({ type: 'string', enum: Object.keys(commands) });
});

test('every reference leads to a definition', () => {
  const text = JSON.stringify(protocolSchema());
  const { $defs } = protocolSchema() as { $defs: Record<string, unknown> };
  const names = [...text.matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => $defs[name] === undefined)).toEqual([]);
});
