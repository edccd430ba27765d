import { expect, test } from 'vitest';
import { endOfWeek } from '@comet/admission';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';
import { savedSessionFor } from '../../platform/saved-session/saved-session.ts';
import type { DaemonState } from '../../platform/files/daemon-state.ts';
import { prepareAttempt } from './prepare-attempt.ts';

const account = { accessToken: 't', email: 'a@b.example', deviceId: 'd', deviceName: 'n' };
const [first] = gateways;
if (first === undefined) throw new Error('no gateway');
const minute = 60_000;

async function ends(
  change: (daemonState: DaemonState) => Partial<DaemonState> = () => ({}),
  standbyGateways = ['gateway-0'],
) {
  const { controls, keys, file, connectionAttemptsFor, links, clock, settings } = fakeTunnel();
  for (const id of standbyGateways) controls.standbyAt.add(id);
  const key = await keys.ofThisWeek();
  const now = clock.now();
  const inMinutes = (count: number) => new Date(now.getTime() + count * minute).toISOString();
  const tickets = gateways.map(({ id }) => ({
    ...{ gatewayId: id, publicKey: key.publicKey, ticket: `ticket-for-${id}` },
    ...{ issuedAt: inMinutes(0), expiresAt: inMinutes(300), sessionUntil: inMinutes(200) },
  }));
  const known = { ...file.current, account, standbyTickets: tickets, recents: [first?.place.location ?? ''] };
  const daemonState = { ...known, ...change(known) };
  Object.assign(settings, daemonState.settings);
  return {
    found: prepareAttempt({ daemonState, connectionAttemptsFor, links, version: '1', now }),
    now,
    key,
  };
}

test('saves a session for no location and for the last one', async () => {
  const { found, now, key } = await ends();
  expect(found?.starts.map(({ requested }) => requested).slice(0, 2)).toEqual([null, first.place.location]);
  expect(savedSessionFor(found?.starts ?? [], null)).toMatchObject({
    ticket: 'ticket-for-gateway-0',
    reply: {
      tunnel: { state: 'connected', place: first.place, link: { protocol: 'wireguard' }, standsInFor: null },
      account: { email: account.email, device: account.deviceName },
    },
    policy: { kind: 'connected', tunnel: { link: 'comet0' } },
    peer: { publicKey: first.wireguardPublicKey, allowedIps: ['0.0.0.0/0', '::/0'] },
  });
  expect(found).toMatchObject({ privateKey: key.privateKey, from: now.getTime() });
});

test('expires well before the session, the ticket and the key', async () => {
  const { found, now } = await ends();
  const left = (found?.until ?? 0) - now.getTime();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(189 * minute);
  const soon = await ends(({ standbyTickets }) => ({
    standbyTickets: standbyTickets.map((ticket) => ({
      ...ticket,
      expiresAt: new Date(now.getTime() + 30 * minute).toISOString(),
    })),
  }));
  expect((soon.found?.until ?? 0) - now.getTime()).toBe(19 * minute);
  const old = await ends(({ key }) => ({ key: key && { ...key, week: 2_000 } }));
  expect(old.found?.until).toBe(endOfWeek(2_000).getTime());
  const lost = await ends(() => ({ standbyTickets: [] }));
  expect(lost.found?.until).toBeNaN();
});

test.each<[string, (daemonState: DaemonState) => Partial<DaemonState>]>([
  ['no account is signed in', () => ({ account: null })],
  ['there is no key', () => ({ key: null })],
  ['a connect is pending', () => ({ intent: { location: null } })],
  ['the tunnel is paused', () => ({ pausedGoal: { location: null } })],
  ['the tunnel is suspended in a trusted network', () => ({ away: { location: null } })],
  ['lockdown is on', ({ settings }) => ({ settings: { ...settings, lockdown: true } })],
  ['auto-connect is on', ({ settings }) => ({ settings: { ...settings, autoConnect: true } })],
  [
    'networks are trusted',
    ({ settings }) => ({
      settings: { ...settings, trustedNetworks: [{ id: '0'.repeat(32), name: 'home' }] },
    }),
  ],
  [
    'split tunnelling is on',
    ({ settings }) => ({
      settings: { ...settings, splitTunnel: { mode: 'exclude', apps: [], networks: ['192.0.2.0/24'] } },
    }),
  ],
  [
    'a block list is chosen that the gateway lacks',
    ({ settings }) => ({
      settings: { ...settings, blockLists: { ...settings.blockLists, ads: true } },
    }),
  ],
  [
    'an encrypted resolver is chosen',
    ({ settings }) => ({ settings: { ...settings, dns: { servers: ['tls://dns.example'] } } }),
  ],
  ['OpenVPN is chosen', ({ settings }) => ({ settings: { ...settings, protocol: 'openvpn' } })],
])('saves nothing if %s', async (_, change) => {
  expect((await ends(change)).found).toBeNull();
});

test('saves nothing without a prepared session for the first gateway', async () => {
  expect((await ends(undefined, [])).found).toBeNull();
  const { found } = await ends(undefined, ['gateway-1']);
  expect(found?.starts.map(({ requested }) => requested) ?? []).not.toContain(null);
});
