import {
  type EvidencedSentence,
  mentions,
  readRepositoryFile,
  sourceContains,
  testNamed,
} from './evidence.ts';

const api = 'apps/api/test';
const removedWhole = testNamed(
  `${api}/accounts/purge.db.test.ts`,
  'five days after the deletion no column of any table contains data of the account',
);
const exported = [
  testNamed(
    `${api}/accounts/export.db.test.ts`,
    'the archive contains the user’s rows, an index page, and nothing of other users',
  ),
  testNamed(
    `${api}/accounts/export.db.test.ts`,
    'every column of an exported table is in its file, or has a reason for its omission',
  ),
] as const;

/** What the privacy page says about the tables of an account, beyond those in `legal.ts`. */
export const storedData: Readonly<Record<string, EvidencedSentence>> = {
  'privacy.Your account.12': ['03ab1255', removedWhole, ...exported],
  'privacy.Your account.13': [
    '84b390a1',
    mentions('a year', '30 days'),
    testNamed(
      `${api}/sign-in/sessions.db.test.ts`,
      'stores known devices for a year as hashes that differ between accounts',
    ),
    testNamed(
      `${api}/sign-in/two-factor-sign-in.db.test.ts`,
      'requires no code for thirty days; other devices, and other accounts on it, do',
    ),
  ],
  'privacy.Your account.14': [
    'f0a478f4',
    mentions('ten minutes'),
    sourceContains(
      'apps/api/src/features/quick-login/device-authorizations.store.ts',
      'due: sql`expires_at < ${now}`,',
    ),
  ],
  'privacy.Your account.15': ['5b4c8cb0', removedWhole, ...exported],
  'privacy.Your account.16': ['9c3c29eb', removedWhole, ...exported],
  'privacy.Your account.17': ['adb24b46', removedWhole, ...exported],
  'privacy.Your account.19': ['44306547', ...exported],
};

/** Start of the privacy page's row that covers each exported table. */
const rowOfTable: Readonly<Record<string, string>> = {
  users: 'email address',
  ...inRow('sessions and devices', ['access_tokens', 'devices']),
  ...inRow('browsers and apps', ['known_devices', 'trusted_devices']),
  ...inRow('passkeys, two-factor', ['passkeys', 'recovery_codes', 'two_factor']),
  ...inRow('Your card number', ['identities', 'pending_identities']),
  ...inRow('name and IP address', ['device_authorizations']),
  ...inRow('links we emailed', ['email_links']),
  ...inRow('what you wrote', ['support_tickets', 'ticket_attachments', 'ticket_messages']),
  ...inRow('which receipts', ['posted_emails']),
  ...inRow('what our staff', ['operator_actions']),
  ...inRow('configs with', [
    'favorite_locations',
    'gateway_grants',
    'openvpn_credentials',
    'wireguard_configs',
  ]),
  ...inRow('subscription, orders', ['coupon_uses', 'free_days', 'free_days_taken_back', 'ledger_entries']),
  ...inRow('subscription, orders', [
    'orders',
    'provider_events',
    'refunds',
    'subscription_grants',
    'subscriptions',
  ]),
  ...inRow('your referral code', ['referral_codes', 'referrals']),
  ...inRow('bytes of metered', ['data_accounts', 'data_entries', 'data_quota_accounts', 'data_quota_leases']),
  ...inRow('bytes of metered', ['data_usage_days']),
  ...inRow('dedicated IPs', ['address_swaps', 'dedicated_ips', 'proxy_users', 'service_periods', 'services']),
  ...inRow('products you asked', ['stock_requests']),
};

function inRow(row: string, tables: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(tables.map((table) => [table, row]));
}

const subjects = ['account', 'devices', 'payments', 'purchases'];

/** Returns the tables of the account export that no row of the privacy page covers, and rows for tables that are not exported. */
export function tablesWithoutRow(): readonly string[] {
  const tables = subjects.flatMap((subject) =>
    [
      ...readRepositoryFile(`apps/api/src/features/export/tables/${subject}.ts`).matchAll(
        /^ {4}table: '(\w+)'/gm,
      ),
    ].map(([, table = '']) => table),
  );
  const page = readRepositoryFile('apps/site/content/legal/privacy.md');
  const covers = (row: string | undefined): boolean =>
    row !== undefined && (page.includes(`\n| ${row}`) || page.includes(`\n${row}`));
  return [
    ...tables.filter((table) => !covers(rowOfTable[table])),
    ...Object.keys(rowOfTable).filter((table) => !tables.includes(table)),
  ];
}
