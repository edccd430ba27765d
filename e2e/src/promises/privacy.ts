import { type EvidencedSentence, mentions, notTestable, testNamed, sourceContains } from './evidence.ts';
import * as by from './proofs.ts';

const api = 'apps/api/test';
const world = (why: string) => notTestable(`About the world: ${why}`);
const noThirdParties = testNamed(
  'e2e/src/pages/site.spec.ts',
  'every page type has no axe violations in either theme, no overflow, no layout shift, no third-party requests and no cookies',
);
const recordsOfTests = testNamed(
  'apps/site/src/features/proof/results.test.ts',
  'the date of a claim is that of its oldest run, and a missing run is reported',
);
const subject = testNamed(
  'packages/admission/src/subject.test.ts',
  'a subject differs by account, gateway and week, and is otherwise constant',
);
const ticketOfOneGateway = testNamed(
  'packages/admission/src/admission.test.ts',
  'rejects a ticket at another gateway, too early, too late and under an unknown key',
);
const pskOnce = testNamed(
  'apps/daemon/src/tunnel/monitoring/maintain-session.test.ts',
  'gives a new tunnel its post-quantum PSK, then its packet size',
);
const multiHop = testNamed(
  'e2e/src/connection/features.spec.ts',
  'enters at one and exits at the other: each sees one end, and nothing bypasses them',
);
const support = 'apps/api/test/operator/contact.db.test.ts';

/** Logs, IP addresses, DNS, the kill switch, keys, blocking and deletion. */
export const privacy: Readonly<Record<string, EvidencedSentence>> = {
  'blogTexts.description': ['6e33417e', notTestable('It lists what the articles are about.')],
  'contactTexts.description': [
    '563a8f4a',
    testNamed(
      support,
      'a plain form creates a ticket too, and redirects the browser to a confirmation page of the site',
    ),
    testNamed(
      `${api}/operator/support-mail.db.test.ts`,
      'forwards a customer’s message to the operator and their replies by mail to each other',
    ),
    noThirdParties,
  ],
  'contactTexts.kept': [
    'e9d227c9',
    mentions('180 days'),
    sourceContains('apps/api/src/features/support-tickets/conversation.store.ts', 'const keptDays = 180;'),
    testNamed(
      support,
      'a message without sign-in is deleted with the account of a verified address, else half a year after it was closed',
    ),
  ],
  'contactTexts.securityExplanation': [
    '0c3341dc',
    mentions('We reply within two working days.'),
    sourceContains('SECURITY.md', 'We reply within two working days.'),
  ],
  'frameTexts.footer.promise': ['06556f92', noThirdParties],
  'locationsTexts.country.description': [
    'd2a01e7d',
    by.wireguardFile,
    by.openvpnFile,
    ...by.noLog,
    by.cardOfPlan,
  ],
  'pricingTexts.included.killSwitch.name': ['dd8f414b', ...by.killSwitch],
  'pricingTexts.included.killSwitch.explanation': ['9f695c50', ...by.killSwitch, by.blockedSaysWhy],
  'pricingTexts.included.multiHop.explanation': ['96fb14e2', multiHop],
  'locationsTexts.country.explanation': ['2404650d', ...by.seenFromServer],
  'proofTexts.claims.1.limit': ['38366e71', world('what a data center can watch.'), multiHop],
  'proofTexts.claims.2.heading': ['c3f3e679', ...by.noLog, ticketOfOneGateway, subject],
  'proofTexts.claims.4.heading': ['63a7de33', ...by.noServerName],
  'proofTexts.not.1': ['c65808af', world('anyone who has a machine can tamper with it.')],
  'useCasesTexts.explanation': ['317a3eb9', ...by.seenFromServer],
  'useCasesTexts.cases.0.parties.1.misses.0': ['a0ace6b3', ...by.killSwitch, ...by.noServerName],
  'useCasesTexts.cases.0.parties.1.misses.1': ['4ef0df74', ...by.dnsInside],
  'useCasesTexts.cases.1.points.2.1': ['f7f097a4', multiHop],
  'useCasesTexts.cases.2.parties.2.name': ['5ebab4b0', notTestable('It is the name of a party.')],
  'whoSeesWhatTexts.outside': ['e15989f9', ...by.seenFromServer],
  'pricingTexts.included.quantum.explanation': [
    'f9a75820',
    mentions('ML-KEM-768'),
    ...by.postQuantum,
    pskOnce,
  ],
  'pricingTexts.included.split.name': [
    '273bb1c1',
    testNamed(
      'apps/daemon/test/split.net.test.ts',
      'only a program run this way is outside, for both families',
    ),
    testNamed(
      'apps/daemon/test/split.net.test.ts',
      'only a program run this way uses the tunnel, and never bypasses it',
    ),
  ],
  'pricingTexts.included.split.explanation': [
    'ce77860e',
    testNamed('apps/daemon/test/split.net.test.ts', 'a listed network is outside, without DNS queries to it'),
    testNamed(
      'apps/daemon/test/split.net.test.ts',
      'only a program run this way uses the tunnel, and never bypasses it',
    ),
    testNamed(
      'apps/daemon/src/platform/firewall/split-rules.test.ts',
      'sends included programs, networks and all DNS inside, and the rest outside',
    ),
  ],
  'pricingTexts.included.blocking.explanation': ['ef398980', ...by.blockLists],
  'pricingTexts.included.obfuscation.explanation': ['919daa07', ...by.disguises, ...by.fallback],
  'proofTexts.description': ['98d00625', recordsOfTests],
  'proofTexts.explanation': ['6d8c2329', recordsOfTests],
  'proofTexts.result.noResult': ['cabe41be', recordsOfTests],
  'proofTexts.result.leakTest': [
    'd94a8d23',
    testNamed(
      'apps/site/src/features/proof/proof-page.test.ts',
      'the security page states the leak test of the home page, with the same figures and date',
    ),
    ...by.killSwitch,
  ],
  'proofTexts.result.partly': ['a96fee6a', recordsOfTests],
  'proofTexts.how': ['eaeff134', recordsOfTests],
  'proofTexts.claims.0.heading': ['47a8ce5c', ...by.killSwitch],
  'proofTexts.claims.0.text': ['f6663057', ...by.killSwitch, by.serverDies, by.serviceDies, by.dataPlaneDies],
  'proofTexts.claims.0.limit': ['44b1da3e', by.refusalLifts, by.refusalUnderLockdown],
  'proofTexts.claims.1.text': [
    'd5e5825c',
    ...by.noLog,
    ...by.forgets,
    testNamed('apps/gateway/src/features/leases/leases.test.ts', 'saved times are rounded down to hours'),
    sourceContains('apps/gateway/src/features/leases/leases.store.ts', 'sub: z.string(),\n  slot: z.int(),'),
    sourceContains(
      'apps/gateway/src/features/leases/leases.store.ts',
      'sessionUntil: z.int(),\n  exit: z.optional(exitClaim),\n});',
    ),
  ],
  'proofTexts.claims.2.text': ['496b2310', ticketOfOneGateway, subject, by.worksWithoutAccounts],
  'proofTexts.claims.2.limit': [
    '820194d4',
    testNamed(
      `${api}/openvpn/openvpn.db.test.ts`,
      'thirty concurrent first reads return one pair, which every gateway receives',
    ),
    testNamed(
      `${api}/openvpn/openvpn.db.test.ts`,
      'two accounts never have the same pair, and the database does not contain the password',
    ),
    testNamed(
      `${api}/residential/residential-proxy.db.test.ts`,
      'every gateway, including a later one, receives a user with a separate hash',
    ),
    testNamed(
      'apps/gateway/test/openvpn.net.test.ts',
      'credentials withdrawn %s end the session at once, and are rejected',
    ),
  ],
  'proofTexts.claims.3.heading': ['a43a47a5', ...by.postQuantum],
  'proofTexts.claims.3.text': ['cb326b6a', mentions('ML-KEM-768'), ...by.postQuantum],
  'proofTexts.claims.3.limit': ['85ec3b07', pskOnce],
  'proofTexts.claims.4.text': ['45cc108d', ...by.noServerName],
  'proofTexts.claims.4.limit': [
    '78155d26',
    world('who can read the list of servers can block it.'),
    testNamed(
      `${api}/gateways/gateways.db.test.ts`,
      'the list is signed, and only a change increases its version',
    ),
  ],
  'proofTexts.claims.6.text': [
    '9296d1e4',
    testNamed(
      `${api}/accounts/purge.db.test.ts`,
      'five days after the deletion no column of any table contains data of the account',
    ),
    sourceContains('apps/api/src/features/deletion/removal-dates.ts', 'deletedAt.getTime() + 5 * dayMs'),
    sourceContains('apps/api/src/features/deletion/removal-dates.ts', 'deletedAt.getTime() + 7 * dayMs'),
  ],
  'proofTexts.claims.6.limit': [
    'f9573a14',
    sourceContains('docs/operations.md', 'keep them for at most two weeks'),
    testNamed(`${api}/accounts/purge.db.test.ts`, 'keeps the ledger’s payment without the user'),
    testNamed(
      `${api}/accounts/mailbox-benefits.db.test.ts`,
      'a mailbox has one free trial in 12 months, for any spelling of its address and after a deletion',
    ),
    testNamed(
      `${api}/payments/shared-cards.db.test.ts`,
      'deletes a use after 12 months, and a repeated event does not restore it',
    ),
    sourceContains('apps/api/src/features/mailbox-benefits/benefits.store.ts', 'const keptMonths = 12;'),
  ],
  'proofTexts.not.2': ['22921299', world('what a court may order, and what the operator then does.')],
  'proofTexts.not.3': ['18ca9cdd', ...by.dailyBytes],
  'siteHomeTexts.facts.kept.explanation': ['755f1a97', ...by.noLog, ...by.forgets],
  'siteHomeTexts.app.points.0': ['4cf2e336', ...by.killSwitch, by.dataPlaneDies],
  'siteHomeTexts.app.points.1': ['3a17d786', by.lockdownAtBoot],
  'siteHomeTexts.app.points.2': ['16e27548', ...by.fallback, ...by.disguises],
  'siteHomeTexts.questions.vpn.answer': ['69d902cd', ...by.seenFromServer, ...by.killSwitch],
  'siteHomeTexts.questions.logs.answer': ['cbee73e4', ...by.noLog, ...by.dailyBytes],
  'siteHomeTexts.questions.blocked.answer': [
    '7d407506',
    mentions('TLS', 'Shadowsocks', 'obfs4'),
    ...by.disguises,
    ...by.fallback,
  ],
  'useCasesTexts.cases.0.description': ['d00a507d', ...by.killSwitch, ...by.dnsInside],
  'useCasesTexts.cases.0.text': ['f2d2b835', ...by.tunnelVision, ...by.dnsInside, ...by.killSwitch],
  'useCasesTexts.cases.0.parties.3.sees.0': ['17ea77f6', ...by.seenFromServer],
  'useCasesTexts.cases.0.parties.3.misses.0': ['3a286eda', ...by.seenFromServer],
  'useCasesTexts.cases.0.points.0.1': ['bf051adf', ...by.tunnelVision],
  'useCasesTexts.cases.0.points.2.1': ['e7e2db5b', ...by.dnsInside],
  'useCasesTexts.cases.1.description': ['3d67cea6', ...by.killSwitch, ...by.fallback],
  'useCasesTexts.cases.1.text': ['2c94d988', ...by.killSwitch, ...by.disguises],
  'useCasesTexts.cases.1.parties.3.misses.0': ['4848c323', ...by.seenFromServer],
  'useCasesTexts.cases.1.helpLabel': ['d4ab2857', ...by.fallback],
  'useCasesTexts.cases.1.points.0.1': [
    '65c64c8b',
    testNamed(
      'apps/daemon/src/gateways/attempts/transport-order.test.ts',
      'tries the fastest transport first and the best obfuscated last',
    ),
    ...by.fallback,
    by.returnsToWireguard,
  ],
  'useCasesTexts.cases.1.points.1.1': ['b8220ad0', ...by.noServerName],
  'useCasesTexts.cases.1.fits': ['a74371b6', by.chosenLocation, ...by.disguises],
  'useCasesTexts.cases.1.limits': ['31c44ab7', world('what an observer of both ends can do.')],
  'whoSeesWhatTexts.inside': ['6b552a8b', ...by.killSwitch],
};
