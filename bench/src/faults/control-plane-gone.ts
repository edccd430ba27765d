import { generateKeyPairSync } from 'node:crypto';
import { issueTicket, proofOf, publishKey, readSigner, ticketKeyOf, ticketLifetime } from '@comet/admission';
import { admissionPath } from '@comet/contract';
import { manualClock, unixSeconds } from '@comet/foundation';
import {
  createPeers,
  createTicketAdmission,
  FeedState,
  LeaseTable,
  newFeedFile,
  sweepSessions,
} from '@comet/gateway';
import { generateWireguardKeyPair } from '@comet/linux-network';
import { count, type Fault, type FaultFigure, seconds } from './fault.ts';

const hours = 24;
const hourMs = 3600_000;
const gatewayId = 'gw';

/**
 * The decisions of a gateway (feed state, leases, tickets, the sweep of ended sessions) without its control plane, on a simulated clock. The
 * last tickets and revocations are those from the moment of the outage; the gateway is restarted in the middle.
 */
export const controlPlaneGone: Fault = {
  name: 'control-plane-gone',
  title: 'control plane gone for 24 h (simulated clock)',
  needsCluster: false,
  measure: () => outage(100),
  reduced: () => outage(5),
};

interface Customer {
  readonly keys: ReturnType<typeof generateWireguardKeyPair>;
  readonly sub: string;
}

async function outage(customers: number): Promise<readonly FaultFigure[]> {
  const signer = readSigner(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const start = new Date('2026-11-28T00:00:00Z');
  const clock = manualClock(start);
  const began = unixSeconds(start);
  const gatewayKeys = generateWireguardKeyPair();
  const group = (letter: string): readonly Customer[] =>
    Array.from({ length: customers }, (_, index) => ({
      keys: generateWireguardKeyPair(),
      sub: `${letter}${String(index).padStart(21, '0')}`,
    }));
  const [connected, known, revoked] = [group('c'), group('k'), group('r')];
  const keys = [publishKey(signer)];
  const file = {
    ...newFeedFile({ ticketKeys: keys, feedKeys: keys }, began),
    revocations: revoked.map(({ sub }) => ({ sub, slot: null, notBefore: began + 1 })),
  };
  let feed = new FeedState(gatewayId, file);
  const leases = new LeaseTable({ quarantine: 600, capacity: 60_000 });
  const device = { apply: () => Promise.resolve(), status: () => Promise.resolve([]) };
  const peers = createPeers({
    ...{ device, leases, statics: feed.grants, clock },
    ...{ random: () => 0, onChange: () => undefined, onFreed: () => undefined },
  });
  const admission = createTicketAdmission({
    servesSocks: false,
    identity: { gatewayId, wireguardPrivateKey: gatewayKeys.privateKey },
    ...{ serverPublicKey: gatewayKeys.publicKey, wireguardPort: 51_820, mtu: 1420, filters: [] },
    feed: {
      get ticketVerifiers() {
        return feed.ticketVerifiers;
      },
      revocations: { covers: (ticket) => feed.revocations.covers(ticket) },
      isStale: (now) => feed.isStale(now),
    },
    ...{ leases, peers, isEgressAvailable: () => true, clock },
  });
  /** Presents the customer's last ticket, from before the outage; returns whether it was admitted. */
  const present = async ({ keys: pair, sub }: Customer, typ: 'session' | 'standby'): Promise<boolean> => {
    const ticket = issueTicket(signer, {
      ...{ typ, aud: gatewayId, iat: began, exp: began + ticketLifetime[typ], sub, slot: 0 },
      ...{ key: ticketKeyOf(pair.publicKey), features: [], sessionUntil: began + ticketLifetime.standby },
    });
    const proof = proofOf(
      { privateKey: pair.privateKey, peerPublicKey: gatewayKeys.publicKey },
      'present',
      ticket,
    );
    const body = JSON.stringify({ ticket, public_key: pair.publicKey, proof });
    const reply = await admission.handle({ method: 'POST', path: admissionPath, source: sub, body });
    return reply.status === 200;
  };
  const sweep = () =>
    sweepSessions({ feed, leases, peers, exitController: { notifyEnding: () => Promise.resolve() }, clock });
  const held = (ones: readonly Customer[]) =>
    ones.filter(({ sub }) => [...leases.ofSubject(sub)].length > 0).length;
  let accepted = 0;
  for (const customer of connected) accepted += (await present(customer, 'session')) ? 1 : 0;
  const counts = { disconnected: 0, refused: 0, returned: 0, reconnections: 0 };
  for (let hour = 1; hour <= hours; hour += 1) {
    // The last step ends a minute before the tickets from before the outage do.
    clock.advance(hour === hours ? hourMs - 60_000 : hourMs);
    if (hour === hours / 2) feed = new FeedState(gatewayId, feed.toFile());
    await sweep();
    counts.disconnected = Math.max(counts.disconnected, connected.length - held(connected));
    for (const customer of known.filter((_, index) => index % hours === hour % hours)) {
      counts.reconnections += 1;
      counts.refused += (await present(customer, 'standby')) ? 0 : 1;
    }
    for (const customer of revoked) counts.returned += (await present(customer, 'standby')) ? 1 : 0;
  }
  return [
    seconds('simulated', clock.now().getTime() - start.getTime()),
    count('connected customers', accepted, connected.length),
    count('of them disconnected', counts.disconnected, 0),
    count('reconnections of known customers', counts.reconnections),
    count('of them refused', counts.refused, 0),
    count('attempts of revoked customers', hours * revoked.length),
    count('of them admitted', counts.returned, 0),
  ];
}
