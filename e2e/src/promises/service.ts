import { type EvidencedSentence, mentions, notTestable, sourceContains, testNamed } from './evidence.ts';
import * as by from './proofs.ts';

const api = 'apps/api/test';
const person = [
  testNamed(
    `${api}/operator/support-mail.db.test.ts`,
    'forwards a customer’s message to the operator and their replies by mail to each other',
  ),
  notTestable('Who reads and replies is up to the company that runs the service.'),
] as const;
const dedicatedIpv4 = [
  testNamed(
    'apps/gateway/src/features/egress-routes/egress-routes.test.ts',
    'a dedicated address applies to IPv4, and IPv6 is blocked',
  ),
  testNamed(
    'apps/gateway/src/features/proxy/egress/open-exit.test.ts',
    'reports that a dedicated address has no IPv6',
  ),
] as const;
const usernameParts = [
  by.exitUsername,
  testNamed('apps/gateway/src/features/proxy/auth/username.test.ts', 'parses all parameters in any order'),
] as const;
const bars = testNamed(
  'apps/site/src/features/status/history.test.ts',
  'has a bar for each day, and days without data are not shown as up',
);
const upShare = testNamed(
  'apps/site/src/features/status/history.test.ts',
  'rounds the share of minutes that were up down, and returns none without data',
);
const countsUp = testNamed(
  'apps/site/src/features/live-status/status-text.test.ts',
  'locations without servers do not count as down: %j',
);
const figures = testNamed('apps/site/src/features/live-status/status-text.test.ts', 'formats figures');
const fiveMinutes = [
  mentions('five minutes'),
  sourceContains('apps/site/src/features/status/history.ts', 'const outageMinutes = 5;'),
  testNamed(
    `${api}/gateways/status-history.db.test.ts`,
    'an outage of five minutes is an incident that ends with the first report; a shorter one is none',
  ),
] as const;
const exitsOnline = testNamed(`${api}/gateways/status.db.test.ts`, 'counts live exits');
const notAudited = notTestable('No test can show that nobody has audited us.');

/** Locations, data volume, support and availability. */
export const service: Readonly<Record<string, EvidencedSentence>> = {
  'contactTexts.explanation': ['ae9cc35f', ...person],
  'contactTexts.sent.explanation': ['6ef0f8ce', ...person],
  'contactTexts.notSent.explanation': [
    'b0653f38',
    sourceContains(
      'apps/api/src/features/contact/contact.route.ts',
      'const formsFromAll = { calls: 40, seconds: 3600 };',
    ),
  ],
  'notFoundTexts.links.contact.1': ['fd663088', ...person],
  'siteHomeTexts.questions.other': ['613cbfff', ...person],
  'dedicatedPageTexts.compare.own.text': ['6a694ffd', ...by.dedicatedIsAlone],
  'dedicatedPageTexts.compare.own.sees.1': ['a654abd4', ...by.dedicatedIsAlone],
  'dedicatedPageTexts.notFor.items.1': ['1846df59', ...dedicatedIpv4],
  'dedicatedPageTexts.notFor.items.2': [
    '02a217cf',
    testNamed(
      'apps/gateway/src/features/port-forwarding/port-forwarding.test.ts',
      'a session with a dedicated IP gets ports of that address',
    ),
    testNamed(
      'apps/gateway/src/features/port-forwarding/port-table.test.ts',
      'a customer has five ports, and reuses its unused ones',
    ),
  ],
  'dedicatedPageTexts.rows.1.1': ['b39ce4f5', ...by.dedicatedIsAlone],
  'dedicatedPageTexts.rows.3.1': ['c3e1ef3d', ...dedicatedIpv4],
  'locationsTexts.latency.explanation': [
    '8e442b66',
    testNamed('apps/site/src/features/locations/latency.test.ts', 'estimates a round trip by distance'),
    testNamed(
      'apps/daemon/src/gateways/directory.test.ts',
      'reports distance, round trip and load of a location, if known',
    ),
  ],
  'locationsTexts.country.homesExplanation': ['48141188', ...by.onlyLiveExits],
  'useCasesTexts.cases.2.points.0.0': ['8966b687', ...by.onlyLiveExits],
  'useCasesTexts.cases.2.points.0.1': ['57931e03', ...by.onlyLiveExits],
  'residentialPageTexts.rows.3.0': ['04c26dcb', ...by.onlyLiveExits],
  'residentialPageTexts.coverageLink': ['50071c90', exitsOnline],
  'pricingTexts.extras.trafficExplanation': [
    '23907378',
    ...usernameParts,
    testNamed(
      'apps/gateway/src/features/proxy/http/stock-clients.test.ts',
      'needs no password from an address on the list, by HTTP and SOCKS5',
    ),
  ],
  'residentialPageTexts.anatomy.heading': ['2ee38189', ...usernameParts, by.sessionLifetime],
  'useCasesTexts.cases.3.points.0.1': ['adf68f6b', ...usernameParts, by.sessionLifetime],
  'residentialPageTexts.parties.2.sees.1': [
    'ba4e015f',
    testNamed(
      'apps/exit/src/features/commands/commands.test.ts',
      'status shows the state and the traffic, also while the service does not run',
    ),
  ],
  'residentialPageTexts.whenDataRunsOut.0': ['bb1d2812', ...by.atZero],
  'useCasesTexts.cases.2.points.1.1': ['6b58a690', ...by.toTheByte, ...by.atZero],
  'useCasesTexts.cases.3.parties.1.sees.0': ['8665f0c3', ...by.dailyBytes],
  'useCasesTexts.cases.3.points.2.1': ['39199e63', ...by.dailyBytes, ...by.toTheByte],
  'useCasesTexts.cases.0.fits': [
    '72b812d3',
    notTestable('About the world: the nearest server is usually the fastest.'),
    ...by.dnsInside,
  ],
  'proofTexts.not.0': ['81fcb783', notAudited],
  'articles.a-test-that-must-fail.What tests don’t show.0': ['624bddb7', notAudited],
  'statusTexts.locationsUp.one': ['8f3a6893', countsUp],
  'statusTexts.locationsUp.other': ['d5b03db2', countsUp],
  'statusTexts.details.residential': ['fb7f14a1', figures, exitsOnline],
  'statusTexts.details.residentialDown': ['9a6dd2f9', figures],
  'statusTexts.history.explanation': ['46b83d95', ...fiveMinutes, bars],
  'statusTexts.history.measured.one': ['670b685d', upShare],
  'statusTexts.history.up': ['2ec6463f', bars],
  'statusTexts.history.away': [
    'de141d88',
    sourceContains('apps/site/src/features/status/show-history.ts', 'const intervalMs = 300_000;'),
  ],
  'statusTexts.incidents.explanation': ['1482ead2', ...fiveMinutes],
  'terms.What you must not do.4': [
    'cf4b97ce',
    ...by.noLog,
    testNamed(
      `${api}/operator/operator-console-fleet.db.test.ts`,
      'the console sets rules and limits of an exit, and stops exits and a customer’s spending',
    ),
  ],
};
