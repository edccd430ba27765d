import { type EvidencedSentence, mentions, testNamed, sourceContains } from '../evidence.ts';
import * as by from '../proofs.ts';
import { labels, links, otherApps, stores, world } from './guide-evidence.ts';

const api = 'apps/api/test';
const check = testNamed(
  'e2e/src/connection/features.spec.ts',
  'comet check distinguishes protected from unprotected, and reports a leak',
);
const report = testNamed(
  'apps/daemon/src/report/gather-report.test.ts',
  'a report contains no secret of the machine',
);
const deletionByKeyboard = testNamed(
  'e2e/src/accounts/deletion.spec.ts',
  'a subscriber sees what is deleted, deletes by keyboard only, and sees the deadline for undoing it',
);
const sessionsEnd = testNamed(
  `${api}/accounts/deletion.db.test.ts`,
  'ends every session at once; the deleting session can only repeat the request',
);
const tunnelsEnd = testNamed(
  `${api}/accounts/deletion.db.test.ts`,
  'ends tunnels on every gateway, including those of concurrently requested tickets',
);
const removed = testNamed(
  `${api}/accounts/purge.db.test.ts`,
  'five days after the deletion no column of any table contains data of the account',
);
const recovered = testNamed(
  `${api}/accounts/recovery.db.test.ts`,
  'an operator recovers an account, which can sign in again, without its old sessions and days',
);

/** Lines of help pages about records, deletion, the kill switch and leaks. */
export const helpPrivacy: Readonly<Record<string, EvidencedSentence>> = {
  'help.connect.Steps.4': ['7e8e961e', ...by.killSwitch],
  'help.connect.What you should see.0': ['cacec304', labels, check, by.chosenLocation],
  'help.delete-account.Steps.1': ['0f89573e', mentions('30 days'), ...by.moneyBack, links],
  'help.delete-account.Steps.2': ['e24aa6a6', labels, deletionByKeyboard],
  'help.delete-account.Steps.3': ['4f05ca27', labels, deletionByKeyboard],
  'help.delete-account.What you should see.0': [
    '92a8e68c',
    sessionsEnd,
    tunnelsEnd,
    removed,
    mentions('5 to 7 days', 'two more weeks'),
    sourceContains('docs/operations.md', 'keep them for at most two weeks'),
  ],
  'help.delete-account.If it doesn’t work.0': [
    'f5878ea1',
    mentions('5 days'),
    recovered,
    testNamed(
      `${api}/accounts/deletion.db.test.ts`,
      'emails the owner the day of removal and how to undo the deletion',
    ),
  ],
  'help.delete-account.If it doesn’t work.1': ['55b5e4a0', stores],
  'help.delete-account.If it doesn’t work.2': ['add6a077', ...by.cancelOnHome, links],
  'help.kill-switch.What you need.1': [
    'b79c91d7',
    labels,
    ...by.killSwitch,
    by.lockdownAtBoot,
    by.refusalLifts,
  ],
  'help.kill-switch.If it doesn’t work.3': ['31d2464e', otherApps],
  'help.no-connection.What you should see.0': ['801434e4', labels, check],
  'help.no-connection.If it doesn’t work.2': [
    '017e928b',
    report,
    testNamed(
      'apps/daemon/src/report/redact.test.ts',
      'redacts mail addresses, identifiers, hardware addresses, keys, tokens and tickets',
    ),
    testNamed('apps/daemon/src/report/redact.test.ts', 'redacts an address of a network in any form'),
  ],
  'help.proxy-curl.If it doesn’t work.4': ['ee1a107a', ...by.noMail],
  'help.proxy-playwright.If it doesn’t work.3': ['f6f77820', world('what a browser reveals.')],
  'help.report.If it doesn’t work.1': ['13cee0f1', world('what another app logs.')],
  'help.sign-in-device.If it doesn’t work.0': [
    '63c0ec97',
    sourceContains(
      'apps/api/src/features/quick-login/device-authorizations.store.ts',
      'export const lifetimeSeconds = 600;',
    ),
    testNamed(
      'e2e/src/accounts/quick-login.spec.ts',
      'shows an error for an unknown or expired code, and another code can be entered',
    ),
  ],
  'help.split-tunneling.If it doesn’t work.0': [
    '3ccf3380',
    testNamed(
      'apps/daemon/test/split.net.test.ts',
      'only a program run this way is outside, for both families',
    ),
  ],
  'help.two-factor.What you should see.0': [
    'bc41d66e',
    labels,
    mentions('30 days'),
    testNamed(
      `${api}/sign-in/two-factor-sign-in.db.test.ts`,
      'requires no code for thirty days; other devices, and other accounts on it, do',
    ),
  ],
  'help.website-blocks.Steps.0': ['c12ea5e3', world('what a website remembers.')],
  'help.website-blocks.Steps.2': ['c5f208f2', labels, check],
};
