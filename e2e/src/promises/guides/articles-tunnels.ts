import { type EvidencedSentence, mentions, testNamed, sourceContains } from '../evidence.ts';
import * as by from '../proofs.ts';
import { world } from './guide-evidence.ts';

const api = 'apps/api/test';
const pskOnce = testNamed(
  'apps/daemon/src/tunnel/monitoring/maintain-session.test.ts',
  'gives a new tunnel its post-quantum PSK, then its packet size',
);
const anySequence = testNamed(
  'apps/daemon/src/tunnel/machine/machine.property.test.ts',
  'announces a state only with its rules in force, for any sequence of events',
);
const randomActions = testNamed(
  'e2e/src/desktop/random.spec.ts',
  'under random actions the screen shows Connected only while no packet leaves outside the tunnel',
);
const lastGigabyte = testNamed(
  `${api}/residential/residential-data.db.test.ts`,
  'fifty concurrent sessions use the last gigabyte to exactly zero',
);
const fastestFirst = testNamed(
  'apps/daemon/src/gateways/attempts/transport-order.test.ts',
  'tries the fastest transport first and the best obfuscated last',
);
const signedList = testNamed(
  `${api}/gateways/gateways.db.test.ts`,
  'the list is signed, and only a change increases its version',
);
const slowingRetries = testNamed(
  'apps/daemon/src/tunnel/monitoring/wireguard-retries.test.ts',
  'begin at once and slow down to one in five minutes',
);
const oneTransaction = testNamed(
  'apps/daemon/src/platform/firewall/firewall-rules.test.ts',
  '$kind: the table is replaced in one transaction, and drops by default',
);
const afterTheEnd = testNamed(
  'apps/daemon/src/platform/firewall/firewall.net.test.ts',
  'no neighbour receives packets from the address of a removed tunnel',
);

/** Paragraphs of the articles about keys, tests, disguises and the kill switch that name no money, records or platforms. */
export const articlesOnTunnels: Readonly<Record<string, EvidencedSentence>> = {
  'articles.a-second-key-for-later.front.0': ['17e4c94e', ...by.postQuantum],
  'articles.a-second-key-for-later.WireGuard left room for it.0': [
    '5000a1ed',
    world('how WireGuard agrees on keys.'),
    ...by.postQuantum,
  ],
  'articles.a-second-key-for-later.WireGuard left room for it.1': [
    '6fea1e1a',
    world('what a key exchange needs.'),
  ],
  'articles.a-second-key-for-later.Agreed inside the tunnel.0': [
    '5a85e487',
    mentions('ML-KEM-768'),
    ...by.postQuantum,
    pskOnce,
  ],
  'articles.a-second-key-for-later.Agreed inside the tunnel.3': [
    '15b1a5a3',
    by.wireguardFile,
    ...by.postQuantum,
  ],
  'articles.a-second-key-for-later.Why 768.0': [
    'f27a29d2',
    mentions('1184'),
    sourceContains('packages/admission/src/post-quantum-psk.ts', 'ml-kem-768'),
  ],
  'articles.a-second-key-for-later.What it doesn’t do.0': [
    '0e092358',
    sourceContains('crates/cli/src/messages/state.rs', 'if snapshot.quantum_resistant == Some(true)'),
  ],
  'articles.a-second-key-for-later.What it doesn’t do.2': ['c9438e08', world('what websites use.')],
  'articles.a-test-that-must-fail.An internet in a box.0': [
    '65ba89eb',
    world('what network namespaces are.'),
    sourceContains(
      'docs/operations.md',
      '`inet`, `router`, `gw-nl`, `gw-jp`, `client`, `exit-us`, `exit-de` behind `router-de`',
    ),
  ],
  'articles.a-test-that-must-fail.An internet in a box.1': ['e81530ee', ...by.seenFromServer],
  'articles.a-test-that-must-fail.The twin.1': ['4c3c7447', ...by.killSwitch],
  'articles.a-test-that-must-fail.Order, and the lack of it.1': ['a54f9c1a', anySequence, randomActions],
  'articles.a-test-that-must-fail.Order, and the lack of it.2': [
    'e6b9fcff',
    lastGigabyte,
    ...by.dedicatedIsAlone,
  ],
  'articles.how-to-look-like-nothing.front.0': ['472b6bc8', ...by.disguises],
  'articles.how-to-look-like-nothing.front.3': ['225befbf', world('what WireGuard looks like on the wire.')],
  'articles.how-to-look-like-nothing.When WireGuard is blocked.0': [
    '59e3455d',
    ...by.fallback,
    fastestFirst,
    ...by.killSwitch,
  ],
  'articles.how-to-look-like-nothing.When WireGuard is blocked.1': ['fc3fe3d8', ...by.disguises],
  'articles.how-to-look-like-nothing.When WireGuard is blocked.2': [
    'acc909fb',
    ...by.disguises,
    world('what a filter recognises.'),
  ],
  'articles.how-to-look-like-nothing.When WireGuard is blocked.3': [
    '3548bb70',
    ...by.disguises,
    world('what an observer recognises.'),
  ],
  'articles.how-to-look-like-nothing.No server name in the handshake.0': ['ca07bc20', ...by.noServerName],
  'articles.how-to-look-like-nothing.What gives us away.0': [
    '9a4e8f12',
    world('a list of servers can be used to block them.'),
    signedList,
  ],
  'articles.how-to-look-like-nothing.What gives us away.1': [
    '62104c05',
    world('what a pattern of traffic reveals.'),
  ],
  'articles.how-to-look-like-nothing.What it costs.1': ['2ea2271c', by.returnsToWireguard, slowingRetries],
  'articles.the-kill-switch.front.0': ['88c0035f', ...by.killSwitch],
  'articles.the-kill-switch.front.4': ['8046d4eb', oneTransaction, ...by.killSwitch, by.serverDies],
  'articles.the-kill-switch.Blocked first, connected second.1': [
    'f9733d41',
    oneTransaction,
    ...by.killSwitch,
  ],
  'articles.the-kill-switch.What a crash leaves behind.1': ['036440bb', by.serviceDies],
  'articles.the-kill-switch.What a crash leaves behind.2': ['857c8a58', by.dataPlaneDies],
  'articles.the-kill-switch.What a crash leaves behind.3': ['3732953e', by.serverDies],
  'articles.the-kill-switch.What a crash leaves behind.4': ['96a20c1b', by.lockdownAtBoot],
  'articles.the-kill-switch.Leaks that aren’t about crashing.2': ['35ded0be', ...by.dnsInside],
  'articles.the-kill-switch.Leaks that aren’t about crashing.4': ['9c2f417d', afterTheEnd],
};
