import { generateKeyPairSync } from 'node:crypto';
import { ApiError, type Client, NetworkError } from '@comet/client';
import { err, manualClock, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import type { Firewall, FirewallPlan } from '../../platform/firewall.ts';
import { type Usage, noOwnerLimits, noUsage } from '../allowance/index.ts';
import type { HeldTicket, Membership } from '../membership/index.ts';
import { openSession, type OpenSessionParts } from './open-session.ts';
import { createForwardingRules } from './forwarding-rules.ts';

const key = generateKeyPairSync('x25519').privateKey.export({ format: 'raw-private' }).toString('base64');
const membership: Membership = {
  ...{ version: 1, exitId: '00000000-0000-4000-8000-000000000001', credential: 'c' },
  ...{ credentialKey: null, credentialExpiresAt: null },
  ...{ wireguardPrivateKey: key, consent: { version: 1, name: 'Ada', at: '2026-11-22T00:00:00Z' } },
};
const start = new Date('2026-11-22T00:00:00Z');
const hour = 3_600_000;

function comingIn() {
  const clock = manualClock(start);
  const shown: string[] = [];
  const around = {
    api: 'up' as 'up' | 'down' | 'withdrawn' | 'stopped',
    refused: new Set<string>(),
    issued: 0,
    /** The gateway of the next ticket. */
    gateway: '192.0.2.1',
    unreachableGateway: null as string | null,
    /** Number of the next ticket requests that are refused. */
    refusals: 0,
    held: null as HeldTicket | null,
  };
  const client: Client = {
    call: () => {
      if (around.api === 'down') return Promise.reject(new NetworkError('down'));
      around.refusals -= 1;
      if (around.api === 'withdrawn' || around.refusals >= 0)
        return Promise.reject(new ApiError(401, { code: 'unauthorized', message: '', rules: [] }, null));
      if (around.api === 'stopped')
        return Promise.reject(new ApiError(409, { code: 'exit_stopped', message: '', rules: [] }, null));
      around.issued += 1;
      const { gateway: ipv4 } = around;
      const gateway = { id: 'g', serverName: `${ipv4}.test`, ipv4, ipv6: null, doorPort: 443 };
      return Promise.resolve({
        ticket: `ticket ${around.issued}`,
        expiresAt: new Date(clock.now().getTime() + 24 * hour).toISOString(),
        gateway: { ...gateway, wireguardPublicKey: key },
        trust: { certificateAuthorities: ['ca'] },
      } as never);
    },
  };
  const parts: OpenSessionParts = {
    client,
    clock,
    present(endpoint, { ticket }) {
      expect(endpoint).toMatchObject({ certificateAuthorities: ['ca'] });
      shown.push(ticket);
      if (around.unreachableGateway === endpoint.address)
        return Promise.resolve(err({ kind: 'unreachable', detail: 'no answer' }));
      if (around.refused.has(ticket))
        return Promise.resolve(err({ kind: 'refused', code: 'ticket_revoked' }));
      return Promise.resolve(ok({} as never));
    },
    ticket: {
      read: () => Promise.resolve(around.held),
      write(given) {
        around.held = given;
        return Promise.resolve();
      },
      remove: () => Promise.resolve(),
      version: () => Promise.resolve(null),
    },
  };
  const come = (of: Partial<Membership> = {}) => openSession(parts, { ...membership, ...of });
  return { around, shown, clock, come };
}

test('an exit reconnects with its existing ticket while the control plane is unreachable', async () => {
  const { around, shown, come, clock } = comingIn();
  expect((await come()).ok).toBe(true);
  around.api = 'down';
  clock.advance(20 * hour);
  expect((await come()).ok).toBe(true);
  expect(shown).toEqual(['ticket 1', 'ticket 1']);
  clock.advance(5 * hour);
  expect(await come()).toMatchObject({ error: { kind: 'waiting' } });
});

test('renews a ticket at half of its validity, and at once when the gateway rejects it', async () => {
  const { around, shown, come, clock } = comingIn();
  await come();
  clock.advance(13 * hour);
  await come();
  around.refused.add('ticket 2');
  expect((await come()).ok).toBe(true);
  expect(shown).toEqual(['ticket 1', 'ticket 2', 'ticket 2', 'ticket 3']);
});

test('a withdrawal is permanent, a stop is not, and an unreachable gateway requests no new ticket at once', async () => {
  const { around, come } = comingIn();
  around.api = 'withdrawn';
  expect(await come()).toEqual(err({ kind: 'withdrawn' }));
  around.api = 'stopped';
  expect(await come()).toEqual(err({ kind: 'stopped' }));
  around.api = 'up';
  await come();
  around.unreachableGateway = around.gateway;
  expect(await come()).toMatchObject({ error: { kind: 'waiting' } });
  expect(around.issued).toBe(1);
});

test('moves from a lost gateway once the control plane names another one, with one request a minute', async () => {
  const { around, shown, come, clock } = comingIn();
  await come();
  around.unreachableGateway = around.gateway;
  for (let second = 0; second < 90; second += 5) {
    clock.advance(5_000);
    expect(await come()).toEqual(err({ kind: 'waiting', detail: 'no answer' }));
  }
  expect(around.issued).toBe(2);
  around.api = 'down';
  clock.advance(60_000);
  expect(await come()).toEqual(err({ kind: 'waiting', detail: 'no answer' }));
  around.api = 'up';
  around.gateway = '192.0.2.2';
  expect(await come()).toMatchObject({ ok: true, value: { gateway: '192.0.2.2' } });
  expect(shown.at(-1)).toBe('ticket 3');
});

test('a withdrawal reaches an exit whose gateway is lost', async () => {
  const { around, come, clock } = comingIn();
  await come();
  around.unreachableGateway = around.gateway;
  around.api = 'withdrawn';
  clock.advance(60_000);
  expect(await come()).toEqual(err({ kind: 'withdrawn' }));
});

test('an expired credential and a removed exit give different results', async () => {
  const { around, come, clock } = comingIn();
  around.api = 'withdrawn';
  const credentialExpiresAt = new Date(clock.now().getTime() + hour).toISOString();
  expect(await come({ credentialExpiresAt })).toEqual(err({ kind: 'withdrawn' }));
  clock.advance(2 * hour);
  expect(await come({ credentialExpiresAt })).toEqual(err({ kind: 'expired' }));
});

test('retries a single refusal, such as of a replayed proof, and keeps the exit', async () => {
  const { around, come } = comingIn();
  around.refusals = 1;
  expect((await come()).ok).toBe(true);
});

function forwardingRules(bytes = { counted: 0, dropped: 0 }, usage: Usage = noUsage) {
  const set: Omit<FirewallPlan, 'link'>[] = [];
  const firewall: Firewall = {
    set(plan) {
      set.push(plan);
      return Promise.resolve();
    },
    usage: () => Promise.resolve(bytes.counted),
    dayQuotaUsed: () => Promise.resolve(bytes.counted + bytes.dropped),
    remove() {
      bytes.counted = 0;
      return Promise.resolve();
    },
  };
  const clock = manualClock(start);
  const made = createForwardingRules({
    ...{ firewall, ownerLimits: noOwnerLimits, usage, now: clock.now },
    line: { ipv6: true, links: [], networks: [] },
  });
  return { set, bytes, clock, forwardingRules: made };
}

const admittance = { gateway: { ipv4: '198.18.0.0', ipv6: 'fd00:c0:e8::' } } as never;
const order = { caps: { bytesPerSecond: null, dayBytes: 1_000_000 }, rules: { ports: [6667], networks: [] } };

test('a pause blocks traffic, and changed rules lose no count', async () => {
  const { set, bytes, forwardingRules: room } = forwardingRules();
  await room.setAdmittance(admittance);
  bytes.counted = 300;
  await room.setOwnerLimits({ ...noOwnerLimits, paused: true });
  expect(set.map(({ open }) => open)).toEqual([true, false]);
  expect(room.today()).toBe(300);
  await room.setOwnerLimits(noOwnerLimits);
  bytes.counted = 500;
  await room.count();
  expect(room.usage().days).toEqual({ '2026-11-22': 500 });
  expect(set).toHaveLength(3);
});

test('blocks all traffic at the daily cap until midnight', async () => {
  const { set, bytes, clock, forwardingRules: room } = forwardingRules();
  await room.setAdmittance(admittance);
  await room.setOrder(order);
  expect(set.at(-1)).toMatchObject({ open: true, deniedPorts: [6667] });
  bytes.counted = 500_000;
  expect(await room.count()).toBe(false);
  bytes.counted = 900_000;
  expect(await room.count()).toBe(true);
  expect(room.allowance.state).toBe('full');
  expect(set.at(-1)?.open).toBe(false);
  clock.advance(25 * hour);
  expect(await room.count()).toBe(true);
  expect(room.allowance.state).toBe('open');
});

test('the kernel enforces the rest of the daily quota, whatever the gateway sends', async () => {
  const { set, bytes, clock, forwardingRules: room } = forwardingRules();
  await room.setAdmittance(admittance);
  await room.setOrder(order);
  expect(set.at(-1)?.dayQuota).toEqual({ bytes: 1_000_000, anew: true });
  for (let port = 1; port <= 5; port += 1) {
    bytes.counted += 100_000;
    await room.setOrder({ ...order, rules: { ports: [port], networks: [] } });
    expect(set.at(-1)?.dayQuota).toEqual({ bytes: 1_000_000, anew: false });
  }
  await room.addMeasuredBytes(50_000);
  expect(set.at(-1)?.dayQuota).toEqual({ bytes: 950_000, anew: false });
  expect(room.today()).toBe(550_000);
  await room.setOrder({ ...order, caps: { bytesPerSecond: null, dayBytes: 2_000_000 } });
  expect(set.at(-1)?.dayQuota).toEqual({ bytes: 1_950_000, anew: false });
  // Dropped packets have used up the quota.
  bytes.dropped = 1_950_000 - bytes.counted;
  clock.advance(25 * hour);
  await room.count();
  expect(set.at(-1)?.dayQuota).toEqual({ bytes: 2_000_000, anew: true });
});

test('counts traffic while disconnected, and new rules after a boot start at zero', async () => {
  const saved: Usage = { version: 1, counted: 700, days: { '2026-11-22': 700 } };
  const again = forwardingRules({ counted: 900, dropped: 0 }, saved);
  await again.forwardingRules.setAdmittance(admittance);
  expect(again.forwardingRules.today()).toBe(900);
  const fresh = forwardingRules({ counted: 0, dropped: 0 }, saved);
  await fresh.forwardingRules.setAdmittance(admittance);
  expect(fresh.forwardingRules.usage()).toEqual({ ...saved, counted: 0 });
  fresh.bytes.counted = 50;
  await fresh.forwardingRules.remove();
  expect(fresh.forwardingRules.usage()).toEqual({ version: 1, counted: 0, days: { '2026-11-22': 750 } });
});
