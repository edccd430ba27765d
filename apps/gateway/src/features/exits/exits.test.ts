import { generateKeyPairSync } from 'node:crypto';
import {
  exitSubject,
  newSessionsSlot,
  type ExitTicketClaims,
  issueExitTicket,
  issueTicket,
  proofOf,
  publishKey,
  readSigner,
  readVerifiers,
  ticketKeyOf,
} from '@comet/admission';
import { exitAdmissionPath, type ExitReport } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { generateWireguardKeyPair } from '@comet/linux-network';
import { expect, test } from 'vitest';
import type { ExitControlOptions } from './exit-control.ts';
import { createExitAdmission } from './exit-admission.ts';
import { isDraining, isRevoked } from './decide-exit.ts';
import { loadOf, stateOf, viewOf } from './exit.ts';
import { createExits } from './exits.ts';

const newSigner = () =>
  readSigner(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const [signer, stranger] = [newSigner(), newSigner()];
const [gateway, home] = [generateWireguardKeyPair(), generateWireguardKeyPair()];
const start = 1_000_000;
const exit = '00000000-0000-4000-8000-000000000001';
const another = '00000000-0000-4000-8000-000000000002';

const claims = (changes: Partial<ExitTicketClaims> = {}): ExitTicketClaims => ({
  ...{ aud: 'gw', iat: start, exp: start + 86_400, exit, country: 'US', city: 'nyc', use: 'native' },
  key: ticketKeyOf(home.publicKey),
  caps: { bytesPerSecond: null, dayBytes: null },
  rules: { ports: [6667], networks: [], names: ['bad.example'] },
  ...changes,
});
const report: ExitReport = { beat: 1, state: 'open', ipv6: true, carriedBytes: 5 };

function setUp() {
  const clock = manualClock(new Date(start * 1000));
  const revoked = new Map<string, number>();
  const links = new Map<string, string[]>();
  const controls = new Map<string, ExitControlOptions>();
  const known = { stale: false, changes: 0 };
  const exits = createExits({
    tunnel: 'wg0',
    ports: { first: 52_000, last: 52_001 },
    link: {
      ...{ privateKey: gateway.privateKey, mtu: 1400, implementation: 'auto', wireguardGo: '', ipv6: true },
    },
    serverPublicKey: gateway.publicKey,
    clock,
    openLink(plan) {
      const done: string[] = [];
      links.set(plan.slot.link, done);
      const note = (text: string) => {
        done.push(text);
        return Promise.resolve();
      };
      return Promise.resolve({
        setPeer: (key) => note(`peer ${key}`),
        setIpv6: (carried) => note(`ipv6 ${carried}`),
        close: () => note('close'),
      });
    },
    openControl(options) {
      controls.set(options.address, options);
      return Promise.resolve({ sendNow: () => undefined, close: () => Promise.resolve() });
    },
    openBandwidthTestServer: () => Promise.resolve({ close: () => Promise.resolve() }),
    onChange() {
      known.changes += 1;
    },
    onError: (error) => expect.fail(String(error)),
  });
  const revocations = {
    covers: ({ sub, issuedAt }: { sub: string; issuedAt: number }) => issuedAt < (revoked.get(sub) ?? 0),
  };
  const exitAdmission = createExitAdmission({
    identity: { gatewayId: 'gw', wireguardPrivateKey: gateway.privateKey },
    feed: { ticketVerifiers: readVerifiers([publishKey(signer)]), revocations, isStale: () => known.stale },
    exits,
    clock,
  });
  const present = async (ticket: string, keys = home, source = 's') => {
    const proof = proofOf(
      { privateKey: keys.privateKey, peerPublicKey: gateway.publicKey },
      'present',
      ticket,
    );
    const body = JSON.stringify({ ticket, public_key: keys.publicKey, proof });
    const response = await exitAdmission.handle({ method: 'POST', path: exitAdmissionPath, source, body });
    return response.code ?? (response.body as { exit: { ipv4: string }; wireguard_port: number });
  };
  const presentExit = (changes: Partial<ExitTicketClaims> = {}, keys = home) =>
    present(issueExitTicket(signer, claims(changes)), keys);
  return { clock, revoked, links, controls, known, exits, revocations, present, presentExit };
}

test('gives an exit with a valid ticket its own tunnel and port, and the same ones again later', async () => {
  const { presentExit, links } = setUp();
  const first = await presentExit();
  expect(first).toMatchObject({ exit: { ipv4: '198.18.0.1' }, wireguard_port: 52_000, control_port: 5290 });
  expect(await presentExit({ iat: start + 1 })).toEqual(first);
  expect(await presentExit({ exit: another })).toMatchObject({
    exit: { ipv4: '198.18.0.3' },
    wireguard_port: 52_001,
  });
  expect(await presentExit({ exit: '00000000-0000-4000-8000-000000000003' })).toBe('gateway_full');
  expect([...links.keys()]).toEqual(['wg0x0', 'wg0x1']);
});

test('rejects forged, expired and revoked tickets, tickets for another gateway, and invalid proofs', async () => {
  const { presentExit, present, revoked, known } = setUp();
  expect(await present(issueExitTicket(stranger, claims()))).toBe('ticket_invalid');
  expect(await presentExit({ aud: 'another' })).toBe('ticket_wrong_gateway');
  expect(await presentExit({ iat: start - 90_000, exp: start - 3_600 })).toBe('ticket_expired');
  expect(await presentExit({ iat: start + 500, exp: start + 900 })).toBe('ticket_not_yet_valid');
  expect(await presentExit({}, generateWireguardKeyPair())).toBe('proof_invalid');
  expect(await present(issueExitTicket(signer, claims()), { ...home, privateKey: gateway.privateKey })).toBe(
    'proof_invalid',
  );
  // Tickets of customers are rejected.
  const session = {
    typ: 'session' as const,
    sub: 'a'.repeat(22),
    slot: 0,
    features: [],
    sessionUntil: start + 9,
  };
  const { aud, iat, key } = claims();
  expect(await present(issueTicket(signer, { ...session, aud, iat, exp: start + 300, key }))).toBe(
    'ticket_invalid',
  );
  await presentExit();
  expect(await presentExit({ iat: start - 5, exp: start + 900 })).toBe('ticket_superseded');
  revoked.set(exitSubject(exit), start + 10);
  expect(await presentExit()).toBe('ticket_revoked');
  known.stale = true;
  expect(await presentExit({ exit: another })).toBe('gateway_stale');
});

test('chooses an exit only while it responds and is not paused', async () => {
  const { presentExit, exits, controls } = setUp();
  await presentExit();
  const control = controls.get('198.18.0.0');
  const now = () => exits.get(exit);
  const state = () => {
    const one = now();
    return one === null ? null : stateOf(one);
  };
  expect(state()).toBe('down');
  control?.onReport(report, 12);
  expect(state()).toBe('live');
  const seen = now();
  expect(seen && viewOf(seen, { sessions: 0, draining: false, resolver: '192.0.2.53' })).toMatchObject({
    ...{ id: exit, country: 'US', city: 'nyc', healthy: true },
    outlet: { ipv4: '198.18.0.0', ipv6: 'fd00:c0:e8::', resolver: '192.0.2.53' },
  });
  expect(control?.order()).toEqual({
    caps: { bytesPerSecond: null, dayBytes: null },
    rules: { ports: [6667], networks: [] },
  });
  control?.onReport({ ...report, state: 'paused' }, null);
  expect(state()).toBe('paused');
  control?.onReport({ ...report, state: 'full' }, null);
  expect(state()).toBe('paused');
  control?.onSilence();
  expect(state()).toBe('down');
  // Today's traffic is kept.
  expect(now()?.traffic.bytes).toBe(5);
});

test('removes revoked and expired exits; a silent exit keeps its slot for ten minutes', async () => {
  const { presentExit, exits, controls, links, revoked, revocations, clock } = setUp();
  await presentExit();
  await presentExit({ exit: another });
  controls.get('198.18.0.0')?.onReport(report, 1);
  controls.get('198.18.0.2')?.onReport(report, 1);
  revoked.set(exitSubject(exit), start + 1);
  await exits.sweep(revocations);
  expect(exits.get(exit)).toBeNull();
  expect(links.get('wg0x0')).toContain('close');
  controls.get('198.18.0.2')?.onSilence();
  clock.advance(300_000);
  await exits.sweep(revocations);
  expect(exits.get(another)).not.toBeNull();
  clock.advance(400_000);
  await exits.sweep(revocations);
  expect(exits.get(another)).toBeNull();
  // Its slot is free for another exit.
  expect(await presentExit({ iat: start + 700, exp: start + 86_000 })).toMatchObject({
    exit: { ipv4: '198.18.0.1' },
  });
  controls.get('198.18.0.0')?.onReport(report, 1);
  clock.advance(86_400_000);
  await exits.sweep(revocations);
  expect(exits.get(exit)).toBeNull();
});

test('limits the presentations of a source', async () => {
  const { present } = setUp();
  const responses = [];
  for (let tries = 0; tries < 40; tries += 1) responses.push(await present('x'));
  expect(responses.at(-1)).toBe('rate_limited');
  expect(await present('x', home, 'another')).not.toBe('rate_limited');
});

test('blocks the public address of the exit, also after a change', async () => {
  const { controls, exits, present } = setUp();
  const rules = { ports: [], networks: ['192.0.2.0/24'], names: [] };
  const from = (source: string) => present(issueExitTicket(signer, claims({ rules })), home, source);
  const denied = () => controls.get('198.18.0.0')?.order().rules.networks;
  await from('203.0.113.7/32');
  expect(denied()).toEqual(['192.0.2.0/24', '203.0.113.7/32']);
  await from('203.0.113.8/32');
  expect(denied()).toEqual(['192.0.2.0/24', '203.0.113.8/32']);
  const seen = exits.get(exit) ?? expect.fail();
  expect(viewOf(seen, { sessions: 0, draining: false, resolver: '192.0.2.53' }).rules.networks).toEqual(
    denied(),
  );
  await from('unknown');
  expect(denied()).toEqual(['192.0.2.0/24']);
});

test('the load is the higher one of sessions and bandwidth', async () => {
  const { presentExit, exits, controls, clock } = setUp();
  await presentExit({ caps: { bytesPerSecond: 1_000, dayBytes: null } });
  const one = () => exits.get(exit) ?? expect.fail();
  controls.get('198.18.0.0')?.onReport(report, 1);
  expect(loadOf(one(), 0)).toBe(0);
  expect(loadOf(one(), 25)).toBe(0.5);
  for (let second = 1; second < 30; second += 1) {
    clock.advance(1_000);
    controls.get('198.18.0.0')?.onReport({ ...report, carriedBytes: 5 + second * 800 }, 1);
  }
  expect(loadOf(one(), 0)).toBeCloseTo(0.8, 1);
});

test('the load uses the measured bandwidth, or a lower cap', async () => {
  const { presentExit, exits, controls, clock } = setUp();
  await presentExit({ caps: { bytesPerSecond: 8_000, dayBytes: null } });
  const line = { downBytesPerSecond: 20_000, upBytesPerSecond: 2_000 };
  const load = () => loadOf(exits.get(exit) ?? expect.fail(), 0);
  for (let second = 0; second < 30; second += 1) {
    clock.advance(1_000);
    controls.get('198.18.0.0')?.onReport({ ...report, carriedBytes: 5 + second * 1_000, line }, 1);
  }
  expect(load()).toBeCloseTo(0.5, 1);
  controls.get('198.18.0.0')?.onReport({ ...report, carriedBytes: 30_000, line: null }, 1);
  expect(load()).toBeLessThan(0.4);
});

test('an exit at its daily cap is unhealthy until midnight UTC', async () => {
  const { presentExit, exits, controls, known, clock } = setUp();
  await presentExit({ caps: { bytesPerSecond: null, dayBytes: 1_000 } });
  const sendReport = (carriedBytes: number) =>
    controls.get('198.18.0.0')?.onReport({ ...report, carriedBytes }, 1);
  const isHealthy = () =>
    viewOf(exits.get(exit) ?? expect.fail(), { sessions: 0, draining: false, resolver: '192.0.2.53' })
      .healthy;
  sendReport(999);
  expect(isHealthy()).toBe(true);
  const before = known.changes;
  sendReport(1_000);
  expect(isHealthy()).toBe(false);
  expect(known.changes).toBe(before + 1);
  // A report cannot lower an earlier one.
  sendReport(5);
  expect(isHealthy()).toBe(false);
  clock.advance(86_400_000 - 1_000);
  sendReport(5);
  expect(isHealthy()).toBe(true);
});

test('a revocation of the slot of new sessions drains an exit and does not revoke its ticket', () => {
  const revokedSlots: (number | null)[] = [newSessionsSlot];
  const revocations = {
    covers: ({ sub, slot, issuedAt }: { sub: string; slot: number; issuedAt: number }) =>
      sub === exitSubject(exit) &&
      revokedSlots.some((one) => one === null || one === slot) &&
      issuedAt <= start,
  };
  const shown = (iat: number) => [
    isDraining(revocations, { exit, iat }),
    isRevoked(revocations, { exit, iat }),
  ];
  expect(shown(start)).toEqual([true, false]);
  expect(shown(start + 1)).toEqual([false, false]);
  revokedSlots.push(null);
  expect(shown(start)).toEqual([true, true]);
});
