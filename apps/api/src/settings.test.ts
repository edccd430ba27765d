import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('DATABASE_URL is the only required variable on one machine', () => {
  expect(readSettings({ DATABASE_URL: 'postgresql://x' })).toMatchObject({
    publicUrl: 'http://127.0.0.1:4800',
    dashboardUrl: 'http://127.0.0.1:4800',
    echoUrl: 'http://127.0.0.1:4800/api/v1/caller-address',
    gatewayRelay: null,
    trustedProxies: [],
    ownNetworks: [],
    paddle: { webhookSecrets: [] },
  });
});

test('splits lists and removes the trailing slash of URLs', () => {
  const settings = readSettings({
    DATABASE_URL: 'postgresql://x',
    DASHBOARD_URL: 'https://dash.example/',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    PADDLE_WEBHOOK_SECRET: 'current next',
  });
  expect(settings.dashboardUrl).toBe('https://dash.example');
  expect(settings.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8']);
  expect(settings.paddle.webhookSecrets).toEqual(['current', 'next']);
});

test('reports every missing or malformed variable at once', () => {
  expect(() => readSettings({ PORT: 'eighty', LOG_LEVEL: 'loud' })).toThrow(
    /^DATABASE_URL is not set: it must be [^.]*\. PORT must be a port, 0 to 65535\. LOG_LEVEL must be one of fatal, /,
  );
});

test('a provider is configured completely or not at all, and requires TLS except on loopback', () => {
  const database = { DATABASE_URL: 'postgresql://x' };
  expect(readSettings(database).social).toEqual({ google: null, apple: null, facebook: null });
  const apple = {
    APPLE_CLIENT_ID: 'app',
    APPLE_TEAM_ID: 'team',
    APPLE_KEY_ID: 'key',
    APPLE_PRIVATE_KEY: 'one\\ntwo',
  };
  expect(readSettings({ ...database, ...apple }).social.apple).toMatchObject({
    issuer: 'https://appleid.apple.com',
    privateKey: 'one\ntwo',
  });
  expect(() => readSettings({ ...database, ...apple, APPLE_KEY_ID: '' })).toThrow(/APPLE_KEY_ID/);
  expect(() => readSettings({ ...database, GOOGLE_ISSUER: 'http://accounts.example' })).toThrow(
    /GOOGLE_ISSUER/,
  );
  expect(() => readSettings({ ...database, GOOGLE_ISSUER: 'http://localhost.evil.example' })).toThrow(
    /GOOGLE_ISSUER/,
  );
  readSettings({ ...database, GOOGLE_ISSUER: 'http://localhost:4803/google' });
});

test.each([
  ['DATABASE_URL', 'nonsense', 'DATABASE_URL must be the address of a PostgreSQL database'],
  ['SMTP_URL', 'mail.example:25', 'SMTP_URL must be an address like'],
  ['PADDLE_API_URL', 'paddle.example', 'PADDLE_API_URL must be'],
])('refuses %s with the value %j', (name, value, sentence) => {
  expect(() => readSettings({ DATABASE_URL: 'postgresql://x', [name]: value })).toThrow(sentence);
});

test('refuses trusted proxy prefixes that contain every address', () => {
  const database = { DATABASE_URL: 'postgresql://x' };
  for (const prefix of ['0.0.0.0/0', '::/0']) {
    expect(() => readSettings({ ...database, TRUSTED_PROXIES: `127.0.0.1 ${prefix}` })).toThrow(
      'TRUSTED_PROXIES',
    );
  }
});

test('serves metrics on a private address only', () => {
  const database = { DATABASE_URL: 'postgresql://x' };
  expect(readSettings(database).metrics).toBeNull();
  const served = { ...database, METRICS_PORT: '9464' };
  expect(readSettings(served).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readSettings({ ...served, METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5');
  for (const host of ['0.0.0.0', '::', '198.51.100.7', 'api.comet.example'])
    expect(() => readSettings({ ...served, METRICS_HOST: host })).toThrow('METRICS_HOST must be');
});

test('accepts one sender address, with or without a name, and the same for support', () => {
  const database = { DATABASE_URL: 'postgresql://x' };
  for (const mailbox of [
    'hello@comet.example',
    'Comet VPN <hello@localhost>',
    '"Comet, Inc." <a+b@c.example>',
  ])
    expect(readSettings({ ...database, MAIL_FROM: mailbox }).mailFrom).toBe(mailbox);
  for (const wrong of [
    'nobody',
    'Comet <nobody>',
    'a@b.example, c@d.example',
    'Comet, Inc. <a@b.example>',
    '@b',
  ])
    expect(() => readSettings({ ...database, MAIL_FROM: wrong }), wrong).toThrow(
      'MAIL_FROM must be a mailbox like hello@comet.example or Comet <hello@comet.example>.',
    );
  expect(() => readSettings({ ...database, SUPPORT_MAIL: 'Desk <desk@comet.example>' })).toThrow(
    'SUPPORT_MAIL',
  );
  expect(() => readSettings({ ...database, SUPPORT_OPERATORS: 'ada@comet.example grace' })).toThrow(
    'SUPPORT_OPERATORS must be addresses',
  );
});

describe('COMET_ENV=production', () => {
  const live = {
    COMET_ENV: 'production',
    DATABASE_URL: 'postgresql://comet@127.0.0.1/comet',
    PUBLIC_URL: 'https://api.acme.org',
    DASHBOARD_URL: 'https://dash.acme.org',
    SITE_URL: 'https://acme.org',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'Acme VPN <hello@acme.org>',
    KEYS_DIR: '/var/lib/comet-control/keys',
    PADDLE_API_URL: 'production',
    PADDLE_API_KEY: 'pdl_live_apikey_1',
    PADDLE_CLIENT_TOKEN: 'live_1',
    PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_1',
  };

  test('accepts settings for customers', () => {
    expect(readSettings(live)).toMatchObject({ isProduction: true, publicUrl: 'https://api.acme.org' });
  });

  test('with only DATABASE_URL, the start ends with the list of what to set', () => {
    const given = { COMET_ENV: 'production', DATABASE_URL: 'postgresql://x' };
    expect(readSettings({ DATABASE_URL: 'postgresql://x' }).isProduction).toBe(false);
    expect(() => readSettings(given, ['KEYS_DIR (/k) holds 0 of 14 keys.'])).toThrow(
      [
        'With COMET_ENV=production these settings must be changed:',
        'PUBLIC_URL is not set: set the https:// address of the API.',
        'DASHBOARD_URL is not set: set the https:// address of the dashboard.',
        'SITE_URL is not set: set the https:// address of the marketing site.',
        'SMTP_URL is not set: set your mail server, also one on this machine.',
        'MAIL_FROM is not set: set a mailbox of your domain.',
        'PADDLE_API_URL is not set: set production.',
        "PADDLE_API_KEY is not set: set Paddle's live API key.",
        "PADDLE_CLIENT_TOKEN is not set: set Paddle's live client-side token.",
        "PADDLE_WEBHOOK_SECRET is not set: set the secret of the notification destination in Paddle's dashboard.",
        'KEYS_DIR is not set: set the absolute path of the folder with the keys.',
        'KEYS_DIR (/k) holds 0 of 14 keys.',
      ].join('\n  '),
    );
  });

  test.each([
    ['PUBLIC_URL', 'http://127.0.0.1:4800'],
    ['DASHBOARD_URL', 'https://dash.comet.example'],
    ['CONSOLE_URL', 'https://localhost:4826'],
    ['ECHO_URL', 'http://203.0.113.9/'],
    ['GATEWAY_RELAY', '/run/relay.sock'],
    ['MAIL_FROM', 'Comet <hello@comet.example>'],
    ['MAIL_FROM', 'hello@localhost'],
    ['SUPPORT_MAIL', 'support@comet.test'],
    ['REPLY_MAIL', 'replies@example.com'],
    ['KEYS_DIR', './keys'],
    ['PADDLE_API_URL', 'sandbox'],
    ['PADDLE_API_URL', 'http://127.0.0.1:4803/paddle'],
    ['PADDLE_API_KEY', 'pdl_sdbx_apikey_1'],
    ['PADDLE_CLIENT_TOKEN', 'test_1'],
    ['PADDLE_JS_URL', 'http://127.0.0.1:4803/paddle/paddle.js'],
    ['COINGATE_API_URL', 'https://api-sandbox.coingate.com/v2'],
    ['GOOGLE_ISSUER', 'http://localhost:4803/google'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readSettings({ ...live, [name]: value })).toThrow(
      new RegExp(
        `must be changed:\\n  ${name} (is ${value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}|has a value), which is for development: set [^\\n]+\\.$`,
      ),
    );
  });
});

const required = { DATABASE_URL: 'postgres://127.0.0.1/comet' };
const bucket = {
  S3_BUCKET_URL: 'https://s3.example.com/files/',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

test('stores attachments in one place: the database, a folder, or a bucket with both keys', () => {
  const blobs = (more: Readonly<Record<string, string>>) => readSettings({ ...required, ...more }).blobs;
  expect(blobs({})).toBeNull();
  expect(blobs({ ATTACHMENTS_DIR: '/var/files' })).toEqual({ folder: '/var/files' });
  expect(blobs(bucket)).toEqual({
    ...{ bucketUrl: 'https://s3.example.com/files', region: 'auto' },
    ...{ accessKey: 'key', secretKey: 'secret' },
  });
  for (const name of Object.keys(bucket))
    expect(() =>
      blobs(Object.fromEntries(Object.entries(bucket).filter(([other]) => other !== name))),
    ).toThrow('belong together');
  expect(() => blobs({ ...bucket, ATTACHMENTS_DIR: '/var/files' })).toThrow('exclude each other');
});

test('the archive of the ledger is a folder, else the bucket of the attachments, and moves need one', () => {
  const archive = (more: Readonly<Record<string, string>>) =>
    readSettings({ ...required, ...more }).ledgerArchive;
  expect(archive({ ATTACHMENTS_DIR: '/var/files' })).toBeNull();
  expect(archive({ LEDGER_ARCHIVE_DIR: '/var/books', LEDGER_ARCHIVE_AFTER_MONTHS: '36' })).toEqual({
    ...{ blobs: { folder: '/var/books' }, afterMonths: 36 },
  });
  expect(archive({ LEDGER_ARCHIVE_DIR: '/var/books', ...bucket })?.blobs).toEqual({ folder: '/var/books' });
  expect(archive(bucket)).toMatchObject({ blobs: { accessKey: bucket.S3_ACCESS_KEY }, afterMonths: null });
  expect(() => archive({ LEDGER_ARCHIVE_AFTER_MONTHS: '24' })).toThrow('needs LEDGER_ARCHIVE_DIR');
  expect(() => archive({ LEDGER_ARCHIVE_DIR: '/x', LEDGER_ARCHIVE_AFTER_MONTHS: '23' })).toThrow('24 to 120');
});
