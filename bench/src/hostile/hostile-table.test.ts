import { expect, test } from 'vitest';
import { holds, hostileTable, type NetworkRow } from './hostile-table.ts';

const row = (change: Partial<NetworkRow>): NetworkRow => ({
  network: 'udp',
  title: 'UDP dropped',
  machine: 'a machine',
  measuredAt: '2026-11-30T00:00:00.000Z',
  load: 1,
  control: { title: 'UDP', passesElsewhere: true, passesHere: false, outsideUnprotected: 9 },
  automatic: { transport: 'automatic', firstPacketMs: 900, outside: 0 },
  later: { transport: 'automatic', firstPacketMs: 90, outside: 0 },
  transports: [{ transport: 'WireGuard, UDP 53', firstPacketMs: null, outside: 0 }],
  stopped: { udp_block: 3 },
  ...change,
});
const nothing = { transport: 'automatic', firstPacketMs: null, outside: 0 };

test('a network holds with a blocked control, a fast first packet and nothing outside', () => {
  expect(holds(row({}))).toBe(true);
  expect(holds(row({ automatic: nothing, later: nothing }))).toBe(true);
  expect(holds(row({ later: nothing }))).toBe(false);
  const passing = [{ transport: 'OpenVPN, tcp', firstPacketMs: 2_000, outside: 0 }];
  expect(holds(row({ automatic: nothing, transports: passing }))).toBe(false);
  expect(holds(row({ automatic: { ...nothing, firstPacketMs: 3_001 } }))).toBe(false);
  expect(holds(row({ transports: [{ ...nothing, outside: 1 }] }))).toBe(false);
  const { control } = row({});
  expect(holds(row({ control: { ...control, passesHere: true } }))).toBe(false);
  expect(holds(row({ control: { ...control, passesElsewhere: false } }))).toBe(false);
  expect(holds(row({ control: { ...control, outsideUnprotected: 0 } }))).toBe(false);
});

test('the table has a column for each transport', () => {
  expect(hostileTable([row({})])).toBe(
    `| network | control | automatic | later | WireGuard, UDP 53 | outside | holds |
| --- | --- | --- | --- | --- | --- | --- |
| UDP dropped | blocked | 900 | 90 | – | 0 | yes |`,
  );
});
