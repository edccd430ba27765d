import { STATUS_DAYS } from '@comet/contract';
import {
  fact,
  type EvidencedSentence,
  mentions,
  notTestable,
  testNamed,
  sourceContains,
} from './evidence.ts';
import * as by from './proofs.ts';

const ninety = [
  mentions(STATUS_DAYS),
  testNamed('apps/api/test/gateways/status-history.db.test.ts', 'keeps ninety days'),
  testNamed('e2e/src/pages/live-site.spec.ts', 'the locations page and the status page agree on every city'),
] as const;
const incidents = [
  mentions(STATUS_DAYS),
  testNamed(
    'apps/api/test/gateways/status-history.db.test.ts',
    'an operator publishes, updates and closes an incident; the feed has it',
  ),
] as const;

const live = testNamed(
  'e2e/src/pages/live-site.spec.ts',
  'the locations page and the status page agree on every city',
);
const outage = testNamed(
  'e2e/src/pages/live-site.spec.ts',
  'the status page shows an outage and recovers without a reload',
);
const states = testNamed(
  'apps/api/src/features/status/states.test.ts',
  'gateways with the online states %j are %s',
);
const withoutServers = testNamed(
  'apps/site/src/features/live-status/status-text.test.ts',
  'locations without servers do not count as down: %j',
);
const reported = [
  mentions('90 seconds'),
  sourceContains('apps/api/src/features/gateways/gateways.store.ts', 'const onlineMs = 90_000;'),
  testNamed(
    'apps/api/test/gateways/status.db.test.ts',
    'the status reflects the gateways’ reports of the last 90 seconds',
  ),
] as const;

/** The status page. */
export const status: Readonly<Record<string, EvidencedSentence>> = {
  'notFoundTexts.links.status.1': ['0f8aaa5f', ...ninety],
  'statusTexts.description': ['73e2f547', ...ninety, ...incidents],
  'statusTexts.explanation': [
    'b60b4bb9',
    mentions(15),
    sourceContains('apps/site/src/features/live-status/poll-status.ts', 'const intervalMs = 15_000;'),
    testNamed(
      'e2e/src/pages/live-site.spec.ts',
      'the status page shows an outage and recovers without a reload',
    ),
    by.worksWithoutAccounts,
  ],
  'locationsTexts.explanation': [
    '6d06cc41',
    live,
    notTestable('Where a server stands is up to the company that runs it.'),
  ],
  'locationsTexts.unreachable': ['73680ee5', outage],
  'statusTexts.away': ['070234fa', outage],
  'statusTexts.details.gateways': ['14738720', ...reported],
  'statusTexts.details.noGateways': ['bbba7f5a', states],
  'statusTexts.withoutServers.one': ['c10111c4', withoutServers, states],
  'statusTexts.withoutServers.other': ['e6bc6421', withoutServers, states],
  'statusTexts.noServersYet.one': ['fada24bd', withoutServers, states],
  'statusTexts.noServersYet.other': ['4f4e2259', withoutServers, states],
  'statusTexts.servers.one': ['e66e74ee', states],
  'statusTexts.servers.other': ['60cc7f4b', states],
  'statusTexts.details.accounts': [
    'bd573181',
    testNamed(
      'e2e/src/pages/live-site.spec.ts',
      'the status page shows an outage and recovers without a reload',
    ),
  ],
  'statusTexts.history.label': ['0989cdca', ...ninety],
  'statusTexts.history.measured.other': [
    '1ac15c02',
    testNamed(
      'apps/site/src/features/status/history.test.ts',
      'rounds the share of minutes that were up down, and returns none without data',
    ),
    fact('a history has days', () => STATUS_DAYS > 1),
  ],
  'statusTexts.history.caption': ['d1658ece', ...ninety],
  'statusTexts.incidents.none': ['b7abaa81', ...incidents],
  'statusTexts.incidents.feedDescription': ['4161ebf2', ...incidents],
};
