import { api as contract } from '@comet/contract';
import { expect, test } from 'vitest';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { resolveDedicatedIp } from './resolve-dedicated-ip.ts';

const service = { id: 'service', address: '198.51.100.7', gatewayId: 'gw', online: true, state: 'active' };
const api = fakeApi();

const now = (services: object[]) => {
  api.replies.set(keyOf(contract.listServices), () => ({ services }));
  return resolveDedicatedIp(api, 'service', new AbortController().signal);
};

test('returns a service’s present address, or the reason why there is none', async () => {
  const moved = { ...service, address: '198.51.100.8', gatewayId: 'other' };
  expect(await now([{ ...service, id: 'another' }, moved])).toEqual({
    ok: true,
    value: { serviceId: 'service', address: '198.51.100.8', gatewayId: 'other' },
  });
  for (const bent of [{ online: false }, { gatewayId: null }, { address: null }])
    expect(await now([{ ...service, ...bent }])).toMatchObject({ error: 'exit_unavailable' });
  expect(await now([{ ...service, state: 'expired' }])).toMatchObject({ error: 'address_ended' });
  expect(await now([])).toMatchObject({ error: 'address_ended' });
  api.unreachable = true;
  expect(await now([service])).toMatchObject({ error: 'api_unreachable' });
});
