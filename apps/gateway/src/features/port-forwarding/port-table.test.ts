import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portLimits, type PortRequest, PortTable } from './port-table.ts';

const first = 40_000;
const last = 40_009;
const random = () => 0;
const open = () => new PortTable({ first, last, ...portLimits });
const request = (given: Partial<PortRequest> = {}): PortRequest => ({
  ...{ protocol: 'tcp', sub: 'a', slot: 1, host: 16, address: '203.0.113.1' },
  ...{ internalPort: 8080, suggestedPort: 0, isExact: false, nonce: '', lifetime: 3600 },
  ...given,
});
const granted = (port: number, lifetime = 3600) => ({ ok: true, value: { port, lifetime, isNew: true } });
const renewed = (port: number, lifetime = 3600) => ({ ok: true, value: { port, lifetime, isNew: false } });
const refused = (error: string) => ({ ok: false, error });

test('no port ever has two customers, within its reservation and across restarts', () => {
  const step = fc.record({
    kind: fc.constantFrom('map', 'map', 'map', 'remove', 'end', 'restart'),
    sub: fc.constantFrom('a', 'b', 'c'),
    protocol: fc.constantFrom('tcp' as const, 'udp' as const),
    internalPort: fc.integer({ min: 1, max: 4 }),
    suggestedPort: fc.integer({ min: first - 1, max: last + 1 }),
    isExact: fc.boolean(),
    wait: fc.nat(3_000),
    start: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let table = open();
      let now = 1_000_000;
      /** The last holder of each port, and until when it was leased. */
      const held = new Map<number, { sub: string; until: number }>();
      for (const { kind, wait, start, ...rest } of steps) {
        now += wait;
        const host = 16 + rest.sub.charCodeAt(0);
        const one = request({ ...rest, host });
        for (const [port, { sub, until }] of held)
          if (table.holderOf(one.address, port) === sub) held.set(port, { sub, until: Math.min(until, now) });
        if (kind === 'remove') table.remove(one, now);
        if (kind === 'end') table.endWhere((port) => port.host === host, now);
        if (kind === 'restart') {
          const saved = [...table.all()];
          table = open();
          for (const port of saved) table.restore(port);
        }
        if (kind === 'map') {
          const result = table.map(one, now, () => start);
          if (result.ok) {
            const { port } = result.value;
            const before = held.get(port);
            if (before !== undefined && before.sub !== one.sub)
              expect(now - before.until).toBeGreaterThanOrEqual(portLimits.reservation);
            if (one.isExact) expect(port).toBe(one.suggestedPort);
          }
        }
        for (const port of table.all()) {
          expect(port.port >= first && port.port <= last).toBe(true);
          const until = Math.max(0, ...Object.values(port.leases).map((lease) => lease.until));
          if (until > 0) held.set(port.port, { sub: port.sub, until: Math.min(until, now) });
        }
        const ports = [...table.all()];
        for (const sub of ['a', 'b', 'c'])
          expect(ports.filter((port) => port.sub === sub).length).toBeLessThanOrEqual(portLimits.perCustomer);
        const targets = ports.flatMap((port) =>
          Object.keys(port.leases).map((protocol) => `${protocol} ${port.host} ${port.internalPort}`),
        );
        expect(new Set(targets).size).toBe(targets.length);
      }
    }),
  );
});

test('a renewal keeps the port, whatever is suggested, and the lease has bounds', () => {
  const table = open();
  expect(table.map(request({ lifetime: 1 }), 0, random)).toEqual(granted(first, 60));
  expect(table.map(request({ suggestedPort: last, lifetime: 2 ** 32 - 1 }), 30, random)).toEqual(
    renewed(first, 7200),
  );
  expect(table.map(request({ suggestedPort: last, isExact: true }), 30, random)).toEqual(
    refused('not_available'),
  );
  expect(table.size).toBe(1);
});

test('UDP gets the port of TCP for the same internal port', () => {
  const table = open();
  table.map(request({ suggestedPort: 40_005 }), 0, random);
  expect(table.map(request({ protocol: 'udp', suggestedPort: 8080 }), 0, random)).toEqual(granted(40_005));
  expect(table.map(request({ protocol: 'udp', internalPort: 8081 }), 0, random)).toEqual(granted(first));
});

test('a suggested port of another customer is not given, also after it ended', () => {
  const table = open();
  table.map(request({ suggestedPort: 40_005 }), 0, random);
  const other = request({ sub: 'b', host: 17, suggestedPort: 40_005 });
  expect(table.map(other, 10, random)).toEqual(granted(first));
  expect(table.map({ ...other, internalPort: 1, isExact: true }, 10, random)).toEqual(
    refused('not_available'),
  );
  table.endWhere(({ host }) => host === 16, 20);
  expect(table.size).toBe(1);
  expect(table.map({ ...other, internalPort: 2, isExact: true }, 3619, random)).toEqual(
    refused('not_available'),
  );
  expect(table.map({ ...other, internalPort: 2, isExact: true }, 3620, random)).toEqual(granted(40_005));
});

test('a customer that reconnects gets the same ports, each for its device and internal port', () => {
  const table = open();
  table.map(request({ suggestedPort: 40_005 }), 0, random);
  table.map(request({ slot: 2, host: 17, suggestedPort: 40_006 }), 0, random);
  table.endWhere(() => true, 10);
  expect(table.map(request({ slot: 2, host: 18 }), 20, random)).toEqual(granted(40_006));
  expect(table.map(request({ host: 19 }), 20, random)).toEqual(granted(40_005));
});

test('a customer has five ports, and reuses its unused ones', () => {
  const table = open();
  for (let port = 1; port <= 5; port += 1) table.map(request({ internalPort: port }), 0, random);
  expect(table.map(request({ internalPort: 6 }), 1, random)).toEqual(refused('quota'));
  expect(table.map(request({ internalPort: 6, suggestedPort: last, isExact: true }), 1, random)).toEqual(
    refused('quota'),
  );
  expect(table.map(request({ internalPort: 6, address: '203.0.113.9' }), 1, random)).toEqual(granted(first));
  table.remove(request({ internalPort: 2 }), 2);
  expect(table.map(request({ internalPort: 7 }), 3, random)).toEqual(granted(40_001));
});

test('no port is left when customers hold all', () => {
  const table = open();
  for (let index = 0; index < 10; index += 1)
    table.map(request({ sub: `s${index}`, host: 20 + index }), 0, random);
  expect(table.map(request(), 0, random)).toEqual(refused('no_port'));
});

test('a mapping of PCP belongs to its nonce', () => {
  const table = open();
  table.map(request({ nonce: 'aa' }), 0, random);
  expect(table.map(request({ nonce: 'bb' }), 0, random)).toEqual(refused('wrong_nonce'));
  expect(table.map(request(), 0, random)).toEqual(refused('wrong_nonce'));
  expect(table.remove(request({ nonce: 'bb' }), 0)).toEqual(refused('wrong_nonce'));
  expect(table.remove(request({ nonce: 'aa' }), 0)).toEqual({ ok: true, value: null });
  expect([table.size, table.holderOf('203.0.113.1', first)]).toEqual([0, 'a']);
});

test('deletes all ports of a protocol, and a lease that is not renewed', () => {
  const table = open();
  for (const protocol of ['tcp', 'udp'] as const)
    for (const internalPort of [1, 2])
      table.map(request({ protocol, internalPort, lifetime: 60 }), 0, random);
  table.remove(request({ internalPort: 0 }), 1);
  expect(table.size).toBe(2);
  expect([table.expire(59), table.size]).toEqual([false, 2]);
  expect([table.expire(60), table.size]).toEqual([true, 0]);
  expect([...table.all()]).toHaveLength(2);
  expect(table.expire(3_660)).toBe(true);
  expect([...table.all()]).toEqual([]);
});
