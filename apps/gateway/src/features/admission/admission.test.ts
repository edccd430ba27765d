import { generateKeyPairSync } from 'node:crypto';
import {
  issueTicket,
  proofOf,
  publishKey,
  readSigner,
  readVerifiers,
  type TicketClaims,
  ticketKeyOf,
} from '@comet/admission';
import { admissionPath } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { generateWireguardKeyPair } from '@comet/linux-network';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Grants } from '../feed/index.ts';
import { LeaseTable, type LeaseRules } from '../leases/index.ts';
import { createPeers } from '../peers/index.ts';
import { createTicketAdmission } from './ticket-admission.ts';
import { unverifiedIssueTime } from './decide.ts';

const signer = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const gateway = generateWireguardKeyPair();
const customer = generateWireguardKeyPair();
const start = 1_000_000;

function setUp(rules: LeaseRules = { quarantine: 600, capacity: 60_000 }) {
  const known = { isEgressAvailable: true, stale: false, revokedBefore: 0, verifications: 0 };
  const clock = manualClock(new Date(start * 1000));
  const leases = new LeaseTable(rules);
  const device = { apply: () => Promise.resolve(), status: () => Promise.resolve([]) };
  const statics = new Grants();
  const quiet = { random: () => 0, onChange: () => undefined, onFreed: () => undefined };
  const peers = createPeers({ device, leases, statics, clock, ...quiet });
  const ticketAdmission = createTicketAdmission({
    servesSocks: true,
    identity: { gatewayId: 'gw', wireguardPrivateKey: gateway.privateKey },
    serverPublicKey: gateway.publicKey,
    wireguardPort: 51_820,
    mtu: 1420,
    filters: [],
    feed: {
      get ticketVerifiers() {
        known.verifications += 1;
        return readVerifiers([publishKey(signer)]);
      },
      revocations: { covers: ({ issuedAt }) => issuedAt < known.revokedBefore },
      isStale: () => known.stale,
    },
    leases,
    peers,
    isEgressAvailable: () => known.isEgressAvailable,
    clock,
  });
  const send = async (method: string, body: string, source = 's') => {
    const response = await ticketAdmission.handle({ method, path: admissionPath, source, body });
    return response.code ?? response.status;
  };
  return { known, clock, leases, ticketAdmission, send };
}

function body(
  claims: Partial<TicketClaims> = {},
  purpose: 'present' | 'release' = 'present',
  pair = customer,
): string {
  const iat = claims.iat ?? start;
  const ticket = issueTicket(signer, {
    typ: 'session',
    aud: 'gw',
    iat,
    exp: iat + 300,
    sub: 's'.repeat(22),
    slot: 0,
    key: ticketKeyOf(pair.publicKey),
    features: [],
    sessionUntil: iat + 3_600,
    ...claims,
  });
  const proof = proofOf({ privateKey: pair.privateKey, peerPublicKey: gateway.publicKey }, purpose, ticket);
  return JSON.stringify({ ticket, public_key: pair.publicKey, proof });
}

test('checks the limit of a source before any cryptography', async () => {
  const limited = setUp();
  const codes = new Set<string | number>();
  for (let round = 0; round < 200; round += 1) codes.add(await limited.send('POST', body({ aud: 'other' })));
  expect(codes).toEqual(new Set(['ticket_wrong_gateway', 'rate_limited']));
  expect(limited.known.verifications).toBe(100);
  expect(await limited.send('POST', body())).toBe('rate_limited');
  expect(await limited.send('POST', body(), 'elsewhere')).toBe(200);
});

test('limits each subject over all sources', async () => {
  const { send } = setUp();
  const stranger = generateWireguardKeyPair();
  const forged = () => {
    const { ticket, ...rest } = JSON.parse(body()) as { ticket: string };
    return JSON.stringify({ ticket: `${ticket.slice(0, -4)}AAAA`, ...rest });
  };
  const stolen = () => JSON.stringify({ ...JSON.parse(body()), public_key: stranger.publicKey });
  const unproven = () => body({}, 'release');
  for (let round = 0; round < 70; round += 1) {
    expect(await send('POST', forged(), `forged ${round}`)).toBe('ticket_invalid');
    expect(await send('POST', stolen(), `stolen ${round}`)).toBe('proof_invalid');
    expect(await send('POST', unproven(), `unproven ${round}`)).toBe('proof_invalid');
  }
  for (let round = 0; round < 60; round += 1) expect(await send('POST', body(), `own ${round}`)).toBe(200);
  expect(await send('POST', body(), 'own 60')).toBe('rate_limited');
  expect(await send('DELETE', body({}, 'release'), 'own 61')).toBe('rate_limited');
});

test('accepts a stand-by ticket a day later, but not a session ticket', async () => {
  const { clock, send } = setUp();
  clock.advance(20 * 3_600_000);
  const later = { exp: start + 86_400, sessionUntil: start + 86_400 };
  expect(await send('POST', body())).toBe('ticket_expired');
  expect(await send('POST', body({ typ: 'standby', ...later }))).toBe(200);
});

test('reserves the last tenth of a gateway for connecting clients', async () => {
  const { leases, send } = setUp({ quarantine: 600, capacity: 10 });
  const present = (index: number, pair: typeof customer, ahead: boolean) =>
    send(
      'POST',
      JSON.stringify({ ...JSON.parse(body({ sub: `${index}`.repeat(22) }, 'present', pair)), ahead }),
    );
  const pairs = Array.from({ length: 10 }, () => generateWireguardKeyPair());
  for (const [index, pair] of pairs.entries())
    expect(await present(index, pair, true)).toBe(index < 9 ? 200 : 'gateway_full');
  // Existing sessions stay, and connecting clients are admitted.
  expect(await present(0, pairs[0]!, true)).toBe(200);
  expect(await present(9, pairs[9]!, false)).toBe(200);
  expect(leases.size).toBe(10);
});

test('a stale gateway admits no session, and a revoked ticket is rejected', async () => {
  const { known, leases, send } = setUp();
  known.revokedBefore = start + 1;
  expect(await send('POST', body())).toBe('ticket_revoked');
  known.stale = true;
  expect(await send('POST', body({ iat: start + 5 }))).toBe('gateway_stale');
  expect(leases.size).toBe(0);
});

test('reports that no exit is left, also to existing sessions', async () => {
  const { known, send } = setUp();
  expect(await send('POST', body())).toBe(200);
  known.isEgressAvailable = false;
  expect(await send('POST', body({ iat: start + 1 }))).toBe('exit_unavailable');
});

test('a session is released by its own key only, even when its ticket has expired', async () => {
  const { clock, leases, send } = setUp();
  expect(await send('POST', body())).toBe(200);
  clock.advance(1_800_000);
  const other = generateWireguardKeyPair();
  expect(await send('DELETE', body())).toBe('proof_invalid');
  expect(await send('DELETE', body({}, 'release', other))).toBe(204);
  expect(await send('DELETE', body({ slot: 9 }, 'release'))).toBe(204);
  expect(leases.size).toBe(1);
  expect(await send('DELETE', body({}, 'release'))).toBe(204);
  expect(leases.size).toBe(0);
});

test('a delayed release does not end a newer session', async () => {
  const { leases, send } = setUp();
  expect(await send('POST', body())).toBe(200);
  expect(await send('POST', body({ iat: start + 60 }))).toBe(200);
  expect(await send('DELETE', body({}, 'release'))).toBe(204);
  expect(leases.size).toBe(1);
  expect(await send('DELETE', body({ iat: start + 60 }, 'release'))).toBe(204);
  expect(leases.size).toBe(0);
});

test('no input makes the admission endpoint throw, or admits a session', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
      const { leases, send } = setUp();
      expect(['malformed', 'ticket_invalid']).toContain(await send('POST', text));
      expect(unverifiedIssueTime(text) === null || leases.size === 0).toBe(true);
    }),
  );
  const shaped = fc.record({
    ticket: fc.string({ maxLength: 300 }),
    public_key: fc.constant(customer.publicKey),
    proof: fc.string({ maxLength: 64 }),
  });
  await fc.assert(
    fc.asyncProperty(shaped, async (given) => {
      expect(await setUp().send('POST', JSON.stringify(given))).toBe('ticket_invalid');
    }),
  );
});
