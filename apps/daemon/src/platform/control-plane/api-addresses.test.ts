import { expect, test } from 'vitest';
import { apiAddresses } from './api-addresses.ts';

function setUp(url: string, options: { known?: string[]; mayQuery?: boolean; resolved?: string[] } = {}) {
  const lookups: string[] = [];
  let known: readonly string[] = options.known ?? [];
  const addresses = apiAddresses(
    new URL(url),
    {
      mayQuery: () => options.mayQuery ?? true,
      get: () => known,
      set: (found) => {
        known = found;
      },
    },
    async (host) => {
      lookups.push(host);
      if (options.resolved === undefined) throw new Error('no resolver');
      return options.resolved;
    },
  );
  const lookup = () =>
    new Promise((resolve, reject) => {
      addresses.lookup('api.comet.example', { all: true }, (error, found) =>
        error ? reject(error) : resolve(found),
      );
    });
  return { addresses, lookups, lookup };
}

test('queries the resolver once, and never while traffic is blocked', async () => {
  const free = setUp('https://api.comet.example', { resolved: ['203.0.113.10'] });
  expect(await free.lookup()).toEqual([{ address: '203.0.113.10', family: 4 }]);
  await free.lookup();
  expect(free.lookups).toEqual(['api.comet.example']);
  const held = setUp('https://api.comet.example', { resolved: ['203.0.113.10'], mayQuery: false });
  await expect(held.lookup()).rejects.toThrow('not known');
  await held.addresses.refresh();
  expect(held.lookups).toEqual([]);
});

test('uses the cached addresses if the resolver does not answer', async () => {
  const { addresses, lookup } = setUp('https://api.comet.example', {
    known: ['203.0.113.10', '2001:db8::10'],
  });
  await addresses.refresh();
  expect(await lookup()).toEqual([
    { address: '203.0.113.10', family: 4 },
    { address: '2001:db8::10', family: 6 },
  ]);
  expect(addresses.contacts()).toEqual([
    { host: '203.0.113.10', port: 443 },
    { host: '2001:db8::10', port: 443 },
  ]);
});

test('uses an address in the URL unchanged', async () => {
  const { addresses, lookups } = setUp('http://[2001:db8::10]:8080');
  await addresses.refresh();
  expect(addresses.contacts()).toEqual([{ host: '2001:db8::10', port: 8080 }]);
  expect(lookups).toEqual([]);
});
