import { coverageTexts } from '@comet/texts';
import {
  fact,
  type EvidencedSentence,
  mentions,
  notTestable,
  testNamed,
  sourceContains,
} from './evidence.ts';
import * as by from './proofs.ts';

const api = 'apps/api/test';
const world = (why: string) => notTestable(`About the world: ${why}`);
const quarantine = [
  mentions('30 days'),
  sourceContains(
    'apps/api/src/features/dedicated-ips/addresses.store.ts',
    'const restMs = 30 * 24 * 3600 * 1000;',
  ),
  ...by.dedicatedIsAlone,
] as const;
const stock = [
  testNamed(
    `${api}/residential/purchases.db.test.ts`,
    'prices are public, with the countries that have stock',
  ),
  testNamed(
    `${api}/residential/own-stock.db.test.ts`,
    'lists each country once, and not after its last address is sold',
  ),
  testNamed(
    'e2e/src/payments/checkout-services.spec.ts',
    'a dedicated IP: is bought for a country and period, listed and extended; then the stock is empty',
  ),
] as const;
const firstPrices = (line: string) => sourceContains('apps/api/src/features/plans/seed-prices.ts', line);
const dedicatedPeriods = [
  mentions('1, 6 or 12 months'),
  ...[1, 6, 12].map((months) => firstPrices(`address('dedicated', ${months},`)),
  ...[1, 6, 12].map((months) => firstPrices(`address('dedicated_residential', ${months},`)),
];
const neverExpires = [
  sourceContains(
    'apps/api/src/platform/database/schema/purchases.ts',
    "kind: 'purchase' | 'usage' | 'adjustment' | 'refund' | 'return'",
  ),
  testNamed(
    `${api}/residential/residential-data-model.db.test.ts`,
    'no data is overspent, invented or lost by repeated, late or missing reports and restarts',
  ),
] as const;
const inMemory = testNamed(
  'apps/gateway/test/gateway.net.test.ts',
  'neither log nor saved state identifies customers or their addresses',
);
const unrecorded = testNamed(
  'apps/gateway/test/providers.net.test.ts',
  'the log contains no customer, no password of a provider and no destination',
);
const exitLog = testNamed(
  'apps/exit/src/features/commands/commands.test.ts',
  'status shows the state and the traffic, also while the service does not run',
);
const hidesCustomers = testNamed(
  'apps/exit/src/platform/platform.test.ts',
  'forwards only packets from the gateway’s own address, which hide the customer’s',
);
const dedicatedFollows = testNamed(
  'e2e/src/residential/following.spec.ts',
  'a client moves to an exit at another gateway, and to a swapped address, within five seconds',
);

/** Residential exits, the proxy and dedicated IPs. */
export const residential: Readonly<Record<string, EvidencedSentence>> = {
  'dedicatedPageTexts.description': ['83947fd9', ...by.dedicatedIsAlone, ...dedicatedPeriods],
  'dedicatedPageTexts.headline': ['aef83318', ...by.dedicatedIsAlone],
  'dedicatedPageTexts.explanation': ['c5fba962', ...by.dedicatedIsAlone],
  'dedicatedPageTexts.compare.shared.text': ['1555ff04', by.sameAccess, ...by.seenFromServer],
  'dedicatedPageTexts.compare.shared.sees.0': ['8c458b08', ...by.seenFromServer],
  'dedicatedPageTexts.compare.own.sees.0': ['db4d60a6', ...by.dedicatedIsAlone],
  'dedicatedPageTexts.compare.own.misses.0': ['7b5be9ca', ...by.dedicatedIsAlone],
  'dedicatedPageTexts.goodFor.items.1': ['1516e953', world('whom banks trust.')],
  'dedicatedPageTexts.rows.0.1': ['862b4122', ...quarantine],
  'dedicatedPageTexts.rows.2.0': ['f2f19c6b', ...stock],
  'dedicatedPageTexts.rows.2.1': ['aedb598c', ...stock],
  'dedicatedPageTexts.rows.4.1': ['1e71b11d', ...by.dedicatedIsAlone],
  'locationsTexts.hasHomes': ['42e548a6', ...by.onlyLiveExits, ...by.toTheByte],
  'pricingTexts.extras.addressExplanation': ['e7c9ee7e', ...by.dedicatedIsAlone],
  'pricingTexts.extras.dataExplanation': ['bac383a3', ...by.gigabytePrice, by.exitIsSeen, ...neverExpires],
  'residentialPageTexts.description': ['4f524088', ...by.consent, ...by.toTheByte, ...by.atZero],
  'residentialPageTexts.headline': ['892b64eb', ...by.consent],
  'residentialPageTexts.explanation': ['554675d3', by.exitIsSeen],
  'residentialPageTexts.parties.0.note': ['78f8ea86', ...by.killSwitch],
  'residentialPageTexts.parties.1.sees.0': ['79b2d8b7', inMemory, ...by.forgets],
  'residentialPageTexts.parties.1.sees.1': ['69fd332b', ...by.noLog, unrecorded],
  'residentialPageTexts.parties.1.misses.0': ['d9ce2900', inMemory, ...by.noLog],
  'residentialPageTexts.parties.2.sees.0': ['e563d0f5', exitLog, by.exitIsSeen],
  'residentialPageTexts.parties.2.misses.0': ['fee731f9', hidesCustomers],
  'residentialPageTexts.parties.3.sees.0': ['9cc6a3bb', by.exitIsSeen],
  'residentialPageTexts.parties.3.misses.0': ['a83f96fd', by.exitIsSeen, by.neverByGateway],
  'residentialPageTexts.goodFor.items.1': ['cbd54090', by.exitIsSeen],
  'residentialPageTexts.notFor.items.0': ['e20d304d', ...by.gigabytePrice],
  'residentialPageTexts.notFor.items.1': ['ce6facde', mentions(25, 465, 587), ...by.noMail],
  'residentialPageTexts.onlyProxy': [
    '39ed868b',
    sourceContains('apps/site/src/features/products/residential-page.tsx', 'prices.residentialData === null'),
    testNamed(
      `${api}/subscriptions/catalogue-commands.db.test.ts`,
      'residential data is not sold where no app can use it, until the operator offers it; the proxy is',
    ),
  ],
  'residentialPageTexts.priceExplanation': ['357a9a96', by.bothDirections, ...by.toTheByte, ...neverExpires],
  'residentialPageTexts.rows.1.1': [
    'c5897e73',
    testNamed(
      `${api}/gateways/exits.db.test.ts`,
      'records the consent with its text and time; a key in use does not use up the invitation',
    ),
    ...by.consent,
    exitLog,
    testNamed(
      'apps/exit/src/features/commands/commands.test.ts',
      'pause and caps apply locally at once, also while the control plane is unreachable',
    ),
    testNamed(
      'apps/exit/src/features/commands/commands.test.ts',
      'withdrawing needs a confirmation, stops traffic at once, and leaves no credential',
    ),
  ],
  'residentialPageTexts.rows.2.1': ['9b254032', hidesCustomers, by.ownersNetwork, by.exitIsSeen],
  'residentialPageTexts.coverage': [
    '732257c5',
    fact('the dashboard says the same', () => coverageTexts.sold.includes('over 195\u00a0countries')),
    sourceContains('apps/gateway/src/features/proxy/auth/username.ts', 'country: { pattern: /^[a-z]{2}$/i'),
    ...by.onlyLiveExits,
    testNamed(`${api}/gateways/status.db.test.ts`, 'counts live exits'),
  ],
  'residentialPageTexts.rows.3.1': [
    'a2750e70',
    mentions('90 seconds'),
    ...by.onlyLiveExits,
    sourceContains('apps/api/src/features/gateways/gateways.store.ts', 'const onlineMs = 90_000;'),
  ],
  'residentialPageTexts.rows.4.1': [
    '58722e9b',
    testNamed(
      `${api}/gateways/upstreams.db.test.ts`,
      'each of its countries is a location, served by the gateways that use it for tunnels',
    ),
    testNamed(
      'e2e/src/residential/residential.spec.ts',
      'without an exit in a country, a provider’s proxy carries the traffic with the same accounting',
    ),
    sourceContains('apps/gateway/src/features/upstreams/upstreams.ts', 'city: null,'),
  ],
  'residentialPageTexts.proxyExplanation': [
    '8f834b0f',
    by.exitUsername,
    by.sessionLifetime,
    by.proxyLimit,
    testNamed(
      'apps/gateway/src/features/proxy/http/stock-clients.test.ts',
      'curl works through %s, with names resolved by the exit',
    ),
    testNamed(
      'apps/gateway/src/features/proxy/http/stock-clients.test.ts',
      'curl works through CONNECT to a TLS server',
    ),
  ],
  'residentialPageTexts.exampleLabel': ['cbc77d9c', by.exitUsername, by.sessionLifetime],
  'residentialPageTexts.readMore': [
    'fd2e4c43',
    sourceContains('apps/site/content/articles/residential-exits-and-consent.md', 'consent'),
  ],
  'siteHomeTexts.description': ['9f732f14', by.chosenLocation, by.exitIsSeen, ...by.dedicatedIsAlone],
  'siteHomeTexts.explanation': ['35b3a7dc', by.chosenLocation, by.exitIsSeen, ...by.dedicatedIsAlone],
  'siteHomeTexts.facts.data.explanation': ['0f175b01', ...by.toTheByte, ...by.atZero],
  'siteHomeTexts.exitTypes.explanation': [
    'dcda0b29',
    by.chosenLocation,
    by.exitIsSeen,
    ...by.dedicatedIsAlone,
  ],
  'siteHomeTexts.exitTypes.residential.goodFor': ['add2f00a', by.exitIsSeen],
  'siteHomeTexts.exitTypes.residential.price': ['6f56a833', ...by.gigabytePrice],
  'siteHomeTexts.exitTypes.dedicated.explanation': ['780caaa2', ...by.dedicatedIsAlone],
  'siteHomeTexts.exitTypes.dedicated.price': ['56298f07', ...stock],
  'useCasesTexts.exits.rows.1.3': ['6370445e', by.exitIsSeen],
  'useCasesTexts.cases.2.description': ['d5cbb7da', by.chosenLocation, by.exitIsSeen],
  'useCasesTexts.cases.2.text': ['3f7588e1', by.chosenLocation, by.exitIsSeen, ...by.dedicatedIsAlone],
  'useCasesTexts.cases.2.parties.3.name': ['429549e9', notTestable('It is the name of a party.')],
  'useCasesTexts.cases.2.helpLabel': ['b12990fe', by.exitIsSeen],
  'useCasesTexts.cases.2.points.1.0': [
    '36438f99',
    testNamed('e2e/src/residential/residential.spec.ts', 'traffic is counted and shown within seconds'),
  ],
  'useCasesTexts.cases.2.points.2.0': ['d3cdd8c7', ...by.dedicatedIsAlone, dedicatedFollows],
  'useCasesTexts.cases.2.fits': ['64de4bb1', by.chosenLocation, by.exitIsSeen, ...by.dedicatedIsAlone],
  'useCasesTexts.cases.3.description': ['71557ad8', by.exitUsername],
  'useCasesTexts.cases.3.text': ['58b8f57d', by.exitUsername, by.sessionLifetime],
  'useCasesTexts.cases.3.parties.0.note': ['9a449a90', world('a proxy encrypts nothing.')],
  'useCasesTexts.cases.3.parties.1.sees.1': ['cfc65b31', unrecorded],
  'useCasesTexts.cases.3.points.1.1': [
    '40c1b8b6',
    by.proxyLimit,
    testNamed(
      'apps/gateway/src/features/proxy/http/stock-clients.test.ts',
      'needs no password from an address on the list, by HTTP and SOCKS5',
    ),
  ],
  'useCasesTexts.cases.3.limits': [
    'e54197b8',
    ...by.consent,
    ...by.noMail,
    testNamed(
      `${api}/operator/operator-console-fleet.db.test.ts`,
      'the console sets rules and limits of an exit, and stops exits and a customer’s spending',
    ),
  ],
};
