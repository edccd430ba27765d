import { readVerifiers } from '@comet/admission';
import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { Grants } from '../feed/index.ts';
import { LeaseTable } from '../leases/index.ts';
import { createPeers } from '../peers/index.ts';
import { createTicketAdmission } from './ticket-admission.ts';
// Tickets, proofs and request bodies made by the code of release 64c8c16fd, and the shape of the reply that its client reads.
import recorded from './previous-release.json' with { type: 'json' };

const { gateway, issuedAt, path } = recorded;
const lists = ['ads', 'malware'] as const;

function admission() {
  const clock = manualClock(new Date(issuedAt * 1000));
  const leases = new LeaseTable();
  const device = { apply: () => Promise.resolve(), status: () => Promise.resolve([]) };
  const quiet = { random: () => 0, onChange: () => undefined, onFreed: () => undefined };
  const { handle } = createTicketAdmission({
    servesSocks: true,
    identity: { gatewayId: 'gw', wireguardPrivateKey: gateway.privateKey },
    ...{ serverPublicKey: gateway.publicKey, wireguardPort: 51_820, mtu: 1420 },
    filters: [{ address: '100.64.0.2', lists: [...lists] }],
    feed: {
      ticketVerifiers: readVerifiers([recorded.ticketKey]),
      revocations: { covers: () => false },
      isStale: () => false,
    },
    ...{ leases, clock, isEgressAvailable: () => true },
    peers: createPeers({ device, leases, statics: new Grants(), clock, ...quiet }),
  });
  const send = (method: string, body: object) =>
    handle({ method, path, source: 's', body: JSON.stringify(body) });
  return { leases, send };
}

/** The type of each value, for an array of its first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

test.each([
  ['a session', recorded.present],
  ['a stand-by session', recorded.presentAhead],
])('admits %s of the previous release’s client, which can read the reply', async (_, body) => {
  const { leases, send } = admission();
  const { status, body: reply } = await send('POST', body);
  expect(status).toBe(200);
  expect(shapeOf(reply)).toMatchObject(recorded.reply);
  expect(leases.size).toBe(1);
});

test('releases the peer of the previous release’s client', async () => {
  const { leases, send } = admission();
  await send('POST', recorded.presentAhead);
  expect((await send('DELETE', recorded.release)).status).toBe(204);
  expect(leases.size).toBe(0);
});

test('refuses a proof of the previous release’s client for another purpose', async () => {
  const { leases, send } = admission();
  expect(await send('POST', recorded.release)).toMatchObject({ status: 403, code: 'proof_invalid' });
  expect(leases.size).toBe(0);
});
