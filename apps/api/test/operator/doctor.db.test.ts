import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@comet/foundation';
import { type Sandbox, startSandbox } from '@comet/sandbox';
import { createDatabase, type TestDatabase } from '@comet/testing';
import { legalTexts } from '@comet/texts/site';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examine, findingsJson, findingsText } from '../../src/doctor/index.ts';
import type { Finding } from '../../src/doctor/finding.ts';
import { systemProbe, type Probe } from '../../src/doctor/probe.ts';
import { openKeys } from '../../src/features/keys/index.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { makeKeyFolder } from '../gateways/keys-fixture.ts';
import { runProgram } from '../database/run-program.ts';

const log = pino({ level: 'silent' });
const publicUrl = 'https://api.acme.org';
let database: TestDatabase;
let empty: TestDatabase;
let sandbox: Sandbox;
let broken: Server;
let folder: string;
let variables: Readonly<Record<string, string>>;

beforeAll(async () => {
  database = await createDatabase();
  empty = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'comet-doctor-'));
  const keys = join(folder, 'keys');
  await makeKeyFolder(keys);
  const db = openDatabase(database.url, { connections: 1, onError: () => undefined });
  await migrate(db);
  await openKeys({ db, clock: systemClock, log, folder: keys });
  await db.destroy();
  const paddle = {
    apiKey: 'pdl_key',
    webhookUrl: `${publicUrl}/api/v1/webhooks/paddle`,
    webhookSecret: 'ntfset_1',
  };
  sandbox = await startSandbox({
    ...{ host: '127.0.0.1', port: 0, smtpPort: 0, stateFile: null, paddle },
    coingate: { apiToken: 'coins' },
  });
  broken = createServer((_request, response) => response.writeHead(500).end('<html>')).listen(0, '127.0.0.1');
  await once(broken, 'listening');
  variables = {
    DATABASE_URL: database.url,
    KEYS_DIR: keys,
    PUBLIC_URL: publicUrl,
    DASHBOARD_URL: 'https://dash.acme.org',
    SITE_URL: 'https://acme.org',
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: 'Acme VPN <hello@mail.acme.org>',
    DKIM_SELECTOR: 's1',
    PADDLE_API_URL: `${sandbox.url}/paddle`,
    PADDLE_API_KEY: 'pdl_key',
    PADDLE_WEBHOOK_SECRET: 'ntfset_0 ntfset_1',
    COINGATE_API_URL: `${sandbox.url}/coingate/v2`,
    COINGATE_API_TOKEN: 'coins',
  };
});
afterAll(async () => {
  broken.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
  await database.drop();
  await empty.drop();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000);
const records: Readonly<Record<string, readonly string[]>> = {
  'mail.acme.org': ['v=spf1 mx -all', 'another text'],
  's1._domainkey.mail.acme.org': ['v=DKIM1; k=ed25519; p=MCowBQ'],
  '_dmarc.acme.org': ['v=DMARC1; p=reject'],
};
const healthy: Probe = {
  txt: (name) => Promise.resolve(records[name] ?? []),
  certificateEnd: () => Promise.resolve(inDays(80)),
  page: () => Promise.resolve({ status: 200, text: '<h1>Terms</h1>' }),
  space: () => Promise.resolve({ free: 50e9, total: 100e9 }),
};
const check = (more: Readonly<Record<string, string>> = {}, probe: Partial<Probe> = {}) =>
  examine({ ...variables, ...more }, { probe: { ...healthy, ...probe }, clock: systemClock, log });
const bad = (findings: readonly Finding[]) =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ state, part, found }) => `${state} ${part}: ${found}`);
const development = 'warn settings: this is an installation for development';

test('a healthy installation has no warning but its kind, as a table and as JSON', async () => {
  const findings = await check();
  expect(bad(findings)).toEqual([development]);
  expect(findings.map(({ part }) => part)).toEqual([
    ...['settings', 'settings', 'database', 'clock', 'schema', 'writes', 'keys', 'disk'],
    ...['Paddle', 'Paddle webhook', 'CoinGate', 'mail server', 'SPF', 'DKIM', 'DMARC'],
    ...['certificate', 'certificate', 'certificate', 'API', 'legal texts'],
  ]);
  expect(findings.find(({ part }) => part === 'keys')?.found).toMatch(
    /^14 in \S+keys, mode 0600, the oldest 0 days old$/,
  );
  const text = findingsText(findings);
  expect(text).toMatch(/\nok +schema +version \d{4}-/);
  expect(text).toMatch(/\n\n19 ok, 1 warn, 0 fail$/);
  const json = findingsJson(findings);
  expect(JSON.parse(json)).toEqual({ ok: true, findings });
  for (const secret of ['pdl_key', 'coins', 'ntfset_', database.url]) expect(json).not.toContain(secret);
});

describe('settings', () => {
  test('COMET_ENV=production reports every value for development, and checks the rest', async () => {
    const findings = bad(await check({ COMET_ENV: 'production' }));
    expect(findings).toEqual([
      expect.stringMatching(
        /^fail settings: PADDLE_API_URL is http:\/\/127\.0\.0\.1:\d+\/paddle, which is for development/,
      ),
      expect.stringMatching(/^fail settings: PADDLE_CLIENT_TOKEN is not set/),
      expect.stringMatching(/^fail settings: COINGATE_API_URL is http/),
    ]);
  });

  test('without usable settings, only those are reported', async () => {
    expect(bad(await check({ PORT: 'eighty', GOOGLE_CLIENT_ID: 'a' }))).toEqual([
      'fail settings: PORT must be a port, 0 to 65535',
      development,
    ]);
    expect(bad(await check({ GOOGLE_CLIENT_ID: 'a' }))[0]).toMatch(
      /^fail settings: GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET belong/,
    );
  });
});

describe('each part that fails is reported with what to do', () => {
  test.each<[string, Record<string, string>, Partial<Probe>, readonly string[]]>([
    [
      'no database',
      { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      {},
      [
        'fail database: it does not respond (connect ECONNREFUSED 127.0.0.1:1)',
        'warn keys: they can be compared only with a database in use',
      ],
    ],
    [
      'other keys',
      { KEYS_DIR: '/nowhere/keys' },
      {},
      [
        expect.stringMatching(
          /^fail keys: \/nowhere\/keys holds no keys, and this database is used with keys|lacks/,
        ) as string,
      ],
    ],
    ['a wrong Paddle key', { PADDLE_API_KEY: 'other' }, {}, ['fail Paddle: the API key is refused']],
    [
      'a webhook for another address',
      { PUBLIC_URL: 'https://api2.acme.org' },
      {},
      ['fail Paddle webhook: no notification destination is https://api2.acme.org/api/v1/webhooks/paddle'],
    ],
    [
      'another webhook secret',
      { PADDLE_WEBHOOK_SECRET: 'old' },
      {},
      ['fail Paddle webhook: the secret of the destination is not among ours'],
    ],
    ['a wrong CoinGate token', { COINGATE_API_TOKEN: 'other' }, {}, ['fail CoinGate: the token is refused']],
    ['no CoinGate token', { COINGATE_API_TOKEN: '' }, {}, ['warn CoinGate: crypto payments are disabled']],
    [
      'no mail server',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      {},
      [expect.stringMatching(/^fail mail server: 127\.0\.0\.1:1: .*ECONNREFUSED/) as string],
    ],
    ['no DKIM selector', { DKIM_SELECTOR: '' }, {}, ['warn DKIM: the selector is not known']],
    [
      'no DNS records',
      {},
      { txt: () => Promise.resolve([]) },
      [
        'fail SPF: mail.acme.org has no record',
        'fail DKIM: s1._domainkey.mail.acme.org has no key',
        'fail DMARC: mail.acme.org has no record',
      ],
    ],
    [
      'records that allow everything',
      {},
      {
        txt: (name) =>
          Promise.resolve([
            name.startsWith('_dmarc') ? 'v=DMARC1; p=none' : name.startsWith('s1') ? 'p=' : 'v=spf1 +all',
          ]),
      },
      [
        'fail SPF: mail.acme.org allows every sender (+all)',
        'fail DKIM: the key at s1._domainkey.mail.acme.org is revoked',
        'warn DMARC: _dmarc.mail.acme.org asks for no action (p=none)',
      ],
    ],
    [
      'two SPF records',
      {},
      {
        txt: (name) =>
          Promise.resolve(
            name === 'mail.acme.org' ? ['v=spf1 -all', 'v=spf1 mx ~all'] : (records[name] ?? []),
          ),
      },
      ['fail SPF: mail.acme.org has 2 records, which counts as an error'],
    ],
    [
      'a resolver that fails',
      {},
      { txt: () => Promise.reject(new Error('queryTxt ETIMEOUT')) },
      [
        'warn SPF: mail.acme.org could not be resolved (queryTxt ETIMEOUT)',
        'warn DKIM: s1._domainkey.mail.acme.org could not be resolved (queryTxt ETIMEOUT)',
        'warn DMARC: _dmarc.mail.acme.org could not be resolved (queryTxt ETIMEOUT)',
      ],
    ],
    [
      'certificates that end',
      {},
      {
        certificateEnd: (host) =>
          Promise.resolve(inDays(host === 'acme.org' ? 3 : host === 'api.acme.org' ? 15 : 80)),
      },
      [
        'warn certificate: that of api.acme.org is valid for 15 days',
        'fail certificate: that of acme.org is valid for 3 days',
      ],
    ],
    [
      'a certificate that is not accepted',
      { CONSOLE_URL: 'https://ops.acme.org' },
      {
        certificateEnd: (host) =>
          host.startsWith('ops')
            ? Promise.reject(new Error('certificate has expired'))
            : Promise.resolve(inDays(80)),
      },
      ['fail certificate: ops.acme.org: certificate has expired'],
    ],
    [
      'no API behind its address',
      {},
      {
        page: (url) => Promise.resolve({ status: url.includes('/api/') ? 502 : 200, text: '' }),
      },
      ['fail API: https://api.acme.org/api/v1/plans returns 502'],
    ],
    [
      'a site with a sample company',
      {},
      { page: () => Promise.resolve({ status: 200, text: `<p>${legalTexts.sample}</p>` }) },
      ['warn legal texts: https://acme.org/terms/ shows a sample company'],
    ],
    [
      'no site',
      {},
      {
        page: (url) =>
          url.includes('/terms/')
            ? Promise.reject(
                new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND acme.org') }),
              )
            : Promise.resolve({ status: 200, text: '' }),
      },
      ['fail legal texts: https://acme.org/terms/: getaddrinfo ENOTFOUND acme.org'],
    ],
    [
      'a disk with little room',
      {},
      { space: () => Promise.resolve({ free: 4e9, total: 100e9 }) },
      ['warn disk: 4.0 of 100.0 GB free'],
    ],
    [
      'a full disk',
      {},
      { space: () => Promise.resolve({ free: 0, total: 100e9 }) },
      ['fail disk: 0.0 of 100.0 GB free'],
    ],
  ])(
    '%s',
    async (_case, more, probe, expected) => {
      const findings = await check(more, probe);
      expect(bad(findings)).toEqual([development, ...expected]);
      for (const { state, remedy } of findings) expect(remedy === null).toBe(state === 'ok');
    },
    60_000,
  );

  test('a database without a schema, which stays as it is', async () => {
    const findings = bad(await check({ DATABASE_URL: empty.url }));
    expect(findings).toEqual([
      development,
      expect.stringMatching(/^fail schema: The database has no schema and this release needs \d{4}-/),
      'warn keys: they can be compared only with a database in use',
    ]);
    expect(bad(await check({ DATABASE_URL: empty.url }))).toEqual(findings);
  });

  test('a Paddle that is down', async () => {
    const { port } = broken.address() as AddressInfo;
    const findings = bad(await check({ PADDLE_API_URL: `http://127.0.0.1:${port}` }));
    expect(findings).toEqual([development, `fail Paddle: http://127.0.0.1:${port} does not respond`]);
  });
});

test('the system’s probe reads free space and pages', async () => {
  const { free, total } = await systemProbe.space(tmpdir());
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
  const { port } = broken.address() as AddressInfo;
  expect(await systemProbe.page(`http://127.0.0.1:${port}/`)).toEqual({ status: 500, text: '<html>' });
  await expect(systemProbe.certificateEnd('127.0.0.1', port)).rejects.toThrow(/ssl|packet length/i);
});

test('the command prints the table or JSON and exits 1 after a failure; with no settings at all too', async () => {
  const [none, json, wrong] = await Promise.all([
    runProgram(['doctor'], {}),
    runProgram(['doctor', '--json'], { DATABASE_URL: 'nonsense' }),
    runProgram(['doctor', 'now'], {}),
  ]);
  expect(none).toMatchObject({ code: 1, stderr: '' });
  expect(none.printed).toMatch(/\nfail +settings +DATABASE_URL is not set: it must be the address/);
  expect(JSON.parse(json.printed)).toMatchObject({ ok: false });
  expect(wrong).toMatchObject({ code: 1, stderr: 'comet-api: Use doctor, or doctor --json\n' });
}, 120_000);
