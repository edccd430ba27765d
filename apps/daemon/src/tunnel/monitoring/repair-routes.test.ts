import { silentLog } from '@comet/foundation/log';
import { expect, test, vi } from 'vitest';
import { freshSettings } from '@comet/tunnel-protocol';
import { repairRoutes, type RepairRoutesParts } from './repair-routes.ts';

const own = { ipv4: '100.64.3.4', ipv6: 'fd00:c0:e7:304::1' };
const connected = { kind: 'connected', key: 'state-1', session: { protocol: 'openvpn', lease: own } };

/** Ten negative results. */
const never = Array.from({ length: 10 }, () => false);

async function checked(leads: readonly boolean[], adapts: boolean, state: unknown = connected) {
  const responses = [...leads];
  const dispatch = vi.fn<RepairRoutesParts['tunnel']['dispatch']>();
  const adapt = vi.fn<RepairRoutesParts['link']['adapt']>(() => Promise.resolve(adapts));
  const routePrecedence = vi.fn<RepairRoutesParts['routePrecedence']>(() =>
    Promise.resolve(responses.shift() ?? false),
  );
  const tunnel = { state, dispatch } as unknown as RepairRoutesParts['tunnel'];
  repairRoutes({
    tunnel,
    link: { adapt },
    links: { wireguard: 'comet0', openvpn: 'comet0-ovpn' },
    routePrecedence,
    settings: () => freshSettings,
    log: silentLog,
    pause: () => Promise.resolve(),
  })();
  await new Promise((resolve) => setImmediate(resolve));
  return { dispatch, adapt, routePrecedence };
}

test('does not change routes that lead into the tunnel', async () => {
  const { dispatch, adapt } = await checked([true], true);
  expect(adapt).not.toHaveBeenCalled();
  expect(dispatch).not.toHaveBeenCalled();
});

test('waits for an address that cannot be a source yet', async () => {
  const { dispatch, adapt } = await checked([false, false, true], true);
  expect(adapt).not.toHaveBeenCalled();
  expect(dispatch).not.toHaveBeenCalled();
});

test('sets wrong routes again, and keeps the tunnel if that helps', async () => {
  const { dispatch, adapt, routePrecedence } = await checked([...never, false, true], true);
  expect(adapt).toHaveBeenCalledOnce();
  expect(routePrecedence).toHaveBeenCalledWith({ link: 'comet0-ovpn', ...own });
  expect(dispatch).not.toHaveBeenCalled();
});

test.each([
  [[...never, ...never], true],
  [[...never, true], false],
] as const)('does not report a tunnel as connected if that does not help', async (leads, adapts) => {
  const { dispatch } = await checked(leads, adapts);
  expect(dispatch).toHaveBeenCalledWith({ kind: 'routes-lost', key: 'state-1' });
});

test('checks nothing without a tunnel', async () => {
  const { routePrecedence } = await checked([false], true, { kind: 'disconnected', key: 'state-1' });
  expect(routePrecedence).not.toHaveBeenCalled();
});
