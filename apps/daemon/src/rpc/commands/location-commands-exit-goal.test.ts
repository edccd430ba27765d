import { api as contract } from '@comet/contract';
import { expect, test } from 'vitest';
import { directoryWithExits, gatewayIds, signal } from '../../../test/fleet/exits-list.ts';
import { keyOf } from '../../platform/control-plane/api.fake.ts';
import { dedicatedGoal, missingForLocation } from './location-commands.ts';

const service = {
  ...{ id: 'service', address: '198.51.100.7', state: 'active', online: true },
  gatewayId: gatewayIds[0],
};

test('refuses an address of another account or without a gateway before any change', async () => {
  const parts = await directoryWithExits();
  let services: object[] = [service];
  parts.api.replies.set(keyOf(contract.listServices), () => ({ services }));
  expect(await dedicatedGoal(parts, '198.51.100.7', signal)).toEqual({
    ok: true,
    value: { serviceId: 'service', address: '198.51.100.7', gatewayId: gatewayIds[0] },
  });
  for (const address of ['198.51.100.8', 'mine', '../etc'])
    expect(await dedicatedGoal(parts, address, signal)).toMatchObject({
      error: { error: 'address_unknown' },
    });
  for (const bent of [{ gatewayId: null }, { online: false }, { gatewayId: 'elsewhere' }]) {
    services = [{ ...service, ...bent }];
    expect(await dedicatedGoal(parts, '198.51.100.7', signal)).toMatchObject({
      error: { detail: expect.stringContaining('No exit is online there') as unknown },
    });
  }
  services = [{ ...service, stopped: true }];
  expect(await dedicatedGoal(parts, '198.51.100.7', signal)).toMatchObject({
    error: { detail: expect.stringContaining('suspended on your account') as unknown },
  });
  services = [{ ...service, state: 'expired' }];
  expect(await dedicatedGoal(parts, '198.51.100.7', signal)).toMatchObject({
    error: { error: 'address_unknown' },
  });
  parts.api.unreachable = true;
  expect(await dedicatedGoal(parts, '198.51.100.7', signal)).toMatchObject({
    error: { error: 'api_unreachable' },
  });
});

test('reports a residential location without an exit, and a metered one without data', async () => {
  const dead = await directoryWithExits({ live: false });
  expect(await missingForLocation(dead, 'us-nyc-home', signal)).toMatchObject({
    detail: expect.stringContaining('No exit is online there') as unknown,
  });
  const live = await directoryWithExits();
  let availableBytes = 0;
  let stopped = false;
  live.api.replies.set(keyOf(contract.showResidentialData), () => ({ availableBytes, stopped }));
  expect(await missingForLocation(live, 'us-nyc-home', signal)).toMatchObject({
    detail: expect.stringContaining('no residential data left') as unknown,
  });
  expect(await missingForLocation(live, 'us-nyc-shared', signal)).toBeNull();
  expect(await missingForLocation(live, 'new york', signal)).toBeNull();
  availableBytes = 5;
  expect(await missingForLocation(live, 'us-nyc-home', signal)).toBeNull();
  stopped = true;
  for (const location of ['us-nyc-home', 'us-nyc-shared'])
    expect(await missingForLocation(live, location, signal)).toMatchObject({
      detail: expect.stringContaining('suspended on your account') as unknown,
    });
  expect(await missingForLocation(live, 'new york', signal)).toBeNull();
  // Without a response of the API the connect decides.
  live.api.unreachable = true;
  expect(await missingForLocation(live, 'us-nyc-home', signal)).toBeNull();
  // A tunnel does not have to end for this: every connect through an exit needs a ticket of the API.
  expect(await missingForLocation({ ...live, isConnected: () => true }, 'us-nyc-home', signal)).toMatchObject(
    {
      error: 'api_unreachable',
    },
  );
});
