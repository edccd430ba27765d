import { err, ok } from '@comet/foundation';
import { api as contract } from '@comet/contract';
import { expect, test } from 'vitest';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { findGateways } from './find-gateways.ts';

test('fetches the gateway of a dedicated address with the list, and not for another goal', async () => {
  const api = fakeApi();
  const { signal } = new AbortController();
  const service = { id: 's', address: '198.51.100.8', gatewayId: 'gw', online: true, state: 'active' };
  api.replies.set(keyOf(contract.listServices), () => ({ services: [service] }));
  const there = { refresh: () => Promise.resolve(ok(null)) };
  expect(await findGateways(there, api, { location: 'us-nyc-home' }, signal)).toEqual(ok({}));
  expect(api.calls).toEqual([]);
  const dedicated = { serviceId: 's', address: '198.51.100.7', gatewayId: 'old' };
  const now = { serviceId: 's', address: '198.51.100.8', gatewayId: 'gw' };
  expect(await findGateways(there, api, { location: null, dedicated }, signal)).toEqual(
    ok({ dedicated: now }),
  );
  const away = { refresh: () => Promise.resolve(err('api_unreachable' as const)) };
  expect(await findGateways(away, api, { location: null, dedicated }, signal)).toEqual(
    err('api_unreachable'),
  );
});
