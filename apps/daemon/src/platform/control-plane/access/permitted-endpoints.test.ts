import { expect, test } from 'vitest';
import { permittedEndpoints } from './permitted-endpoints.ts';

const one = { host: '192.0.2.1', port: 443 };
const other = { host: '2001:db8::1', port: 443 };

test('permits endpoints only while they are held, and applies each change once', async () => {
  const applied: unknown[] = [];
  const permitted = permittedEndpoints(() => {
    applied.push(permitted.current());
    return Promise.resolve();
  });
  const first = await permitted.hold([one]);
  const second = await permitted.hold([one, other]);
  await permitted.hold([other]);
  expect(applied).toEqual([[one], [one, other]]);
  first();
  first();
  expect(permitted.current()).toEqual([one, other]);
  second();
  expect(permitted.current()).toEqual([other]);
  expect(applied).toHaveLength(3);
});

test('a hold resolves when the firewall is changed', async () => {
  const change = Promise.withResolvers<void>();
  const permitted = permittedEndpoints(() => change.promise);
  let isHeld = false;
  const hold = permitted.hold([one]).then(() => (isHeld = true));
  await Promise.resolve();
  expect(isHeld).toBe(false);
  change.resolve();
  await hold;
  expect(isHeld).toBe(true);
});

test('a hold of an endpoint whose permission is being applied waits for it, too', async () => {
  const change = Promise.withResolvers<void>();
  const permitted = permittedEndpoints(() => change.promise);
  const held: string[] = [];
  const holds = ['first', 'second'].map((name) => permitted.hold([one]).then(() => held.push(name)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(held).toEqual([]);
  change.resolve();
  await Promise.all(holds);
  expect(held).toEqual(['first', 'second']);
});
