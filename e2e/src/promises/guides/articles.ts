import { type EvidencedSentence, testNamed, sourceContains } from '../evidence.ts';
import * as by from '../proofs.ts';
import { conduct, otherApps, world } from './guide-evidence.ts';

const api = 'apps/api/test';
const pskOnce = testNamed(
  'apps/daemon/src/tunnel/monitoring/maintain-session.test.ts',
  'gives a new tunnel its post-quantum PSK, then its packet size',
);
const routing = 'apps/daemon/src/platform/routing/routing.linux.test.ts';
const routes = testNamed(routing, 'IPv%i: packets without our mark use our table before main');
const neighbours = testNamed(routing, 'looks up neighbours in main first, but never by its default route');
const oneTransaction = testNamed(
  'apps/daemon/src/platform/firewall/firewall-rules.test.ts',
  '$kind: the table is replaced in one transaction, and drops by default',
);
const exitSeesNoCustomer = testNamed(
  'apps/exit/src/platform/platform.test.ts',
  'forwards only packets from the gateway’s own address, which hide the customer’s',
);
const withdrawal = testNamed(
  'apps/exit/src/features/commands/commands.test.ts',
  'withdrawing needs a confirmation, stops traffic at once, and leaves no credential',
);
const resolvedOnce = testNamed(
  'apps/gateway/src/features/proxy/proxy.test.ts',
  'resolves a name once, and connects to that answer',
);
const embedded = testNamed(
  'apps/gateway/src/features/proxy/egress/destination-guard.test.ts',
  'refuses every IPv4 address embedded in an IPv6 address',
);
/** Limits of the benchmark: at most five percent less than the stock programs. */
const throughput = sourceContains('bench/README.md', '| throughput | openvpn-obfs4 | by-hand |');
const pairOfEachGateway = testNamed(
  `${api}/openvpn/openvpn.db.test.ts`,
  'thirty concurrent first reads return one pair, which every gateway receives',
);
const unlinkedCredentials = testNamed(
  'packages/admission/src/shared-credential.test.ts',
  'two gateways cannot link the pseudonyms of a credential by the verifiers and grants that both have',
);
const oneHashEach = testNamed(
  `${api}/residential/residential-proxy.db.test.ts`,
  'every gateway, including a later one, receives a user with a separate hash',
);

/** Paragraphs of articles about money, records and platforms. */
export const articles: Readonly<Record<string, EvidencedSentence>> = {
  'articles.a-second-key-for-later.front.3': [
    '83b369ab',
    world('what large quantum computers will break.'),
    ...by.postQuantum,
  ],
  'articles.a-second-key-for-later.Agreed inside the tunnel.5': ['357d17c4', pskOnce, ...by.postQuantum],
  'articles.a-second-key-for-later.What it doesn’t do.1': [
    'ccfd67d1',
    world('what a quantum computer could do.'),
  ],
  'articles.a-test-that-must-fail.front.0': ['73b5d60e', ...by.killSwitch],
  'articles.a-test-that-must-fail.The twin.0': ['48a8bf70', ...by.killSwitch],
  'articles.a-test-that-must-fail.The twin.2': ['538d6a36', ...by.killSwitch],
  'articles.a-test-that-must-fail.Order, and the lack of it.0': [
    '0a62f41b',
    testNamed(
      `${api}/payments/payment-event-order.db.test.ts`,
      'the resulting state does not depend on the order or repetition of events, and the ledger agrees with Paddle',
    ),
    sourceContains(
      `${api}/payments/payment-event-order.db.test.ts`,
      'Delivers each event three times in random order',
    ),
  ],
  'articles.how-to-look-like-nothing.When WireGuard is blocked.4': [
    '392cf9b4',
    ...by.disguises,
    world('how obfs4 answers a probe.'),
  ],
  'articles.how-to-look-like-nothing.What it costs.0': ['e9cc9f75', throughput],
  'articles.residential-exits-and-consent.front.3': [
    '4a6e08c0',
    world('what is sold as residential traffic.'),
  ],
  'articles.residential-exits-and-consent.What an owner sees.4': [
    'f30f2449',
    ...by.dailyBytes,
    exitSeesNoCustomer,
  ],
  'articles.residential-exits-and-consent.What an owner sees.7': [
    'ff820796',
    ...by.consent,
    testNamed(
      `${api}/gateways/exits.db.test.ts`,
      'records the consent with its text and time; a key in use does not use up the invitation',
    ),
  ],
  'articles.residential-exits-and-consent.What an owner can do.1': ['ab635b56', withdrawal],
  'articles.residential-exits-and-consent.What protects the home.0': [
    'eb41d1c0',
    by.ownersNetwork,
    exitSeesNoCustomer,
    resolvedOnce,
    embedded,
  ],
  'articles.residential-exits-and-consent.What we don’t have.2': [
    'eb49ff65',
    conduct('how a provider of exits asks for consent'),
  ],
  'articles.the-kill-switch.front.3': ['56bc4fb8', world('how others describe a kill switch.')],
  'articles.the-kill-switch.Blocked first, connected second.0': [
    '1c378b35',
    oneTransaction,
    ...by.killSwitch,
  ],
  'articles.the-kill-switch.Leaks that aren’t about crashing.0': [
    'd5396292',
    world('when leaks happen.'),
    ...by.tunnelVision,
  ],
  'articles.the-kill-switch.Leaks that aren’t about crashing.1': [
    'e292e878',
    ...by.tunnelVision,
    routes,
    neighbours,
  ],
  'articles.the-kill-switch.Leaks that aren’t about crashing.3': [
    '5368493c',
    by.seenFromServer[1],
    ...by.killSwitch,
  ],
  'articles.the-kill-switch.How we look.0': [
    'cd55a8ea',
    ...by.killSwitch,
    by.serverDies,
    by.serviceDies,
    by.dataPlaneDies,
  ],
  'articles.the-kill-switch.Where it ends.0': ['20c5d365', otherApps],
  'articles.what-a-gateway-knows.front.0': ['9323b9bd', ...by.noLog, ...by.forgets],
  'articles.what-a-gateway-knows.front.3': ['0e3b37fe', ...by.noLog],
  'articles.what-a-gateway-knows.While you’re connected.0': ['b8af5b16', ...by.noLog, ...by.forgets],
  'articles.what-a-gateway-knows.After you disconnect.0': ['b07b6f29', ...by.forgets],
  'articles.what-a-gateway-knows.After you disconnect.1': [
    'faab74a4',
    testNamed(
      'e2e/src/connection/privacy.spec.ts',
      'after sign-out the lease and the conntrack entries of its address are deleted',
    ),
  ],
  'articles.what-a-gateway-knows.Where the list gets longer.1': [
    '63f22532',
    pairOfEachGateway,
    unlinkedCredentials,
    oneHashEach,
  ],
};
