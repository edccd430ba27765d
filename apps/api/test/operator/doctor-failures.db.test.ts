import { legalTexts } from '@comet/texts/site';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Probe } from '../../src/doctor/probe.ts';
import {
  development,
  healthyInstallation,
  healthyPage,
  inDays,
  problemsIn,
  records,
} from './doctor-fixture.ts';

let installation: Awaited<ReturnType<typeof healthyInstallation>>;

beforeAll(async () => {
  installation = await healthyInstallation();
});
afterAll(() => installation.close());

/** The pages of a machine on which no process listens for Prometheus. */
const withoutMetrics: Probe['page'] = (url) =>
  url.endsWith('/metrics')
    ? Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))
    : Promise.resolve(healthyPage);

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
    [
      'a folder for attachments that cannot be written',
      { ATTACHMENTS_DIR: '/etc/hostname/attachments' },
      {},
      [expect.stringMatching(/^fail attachments: the store refused or did not respond \(ENOTDIR/) as string],
    ],
    [
      'a bucket that does not respond',
      {
        ATTACHMENTS_DIR: '',
        ...{ S3_BUCKET_URL: 'http://127.0.0.1:1/files', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' },
      },
      {},
      [expect.stringMatching(/^fail attachments: the store refused or did not respond/) as string],
    ],
    ['a wrong Paddle key', { PADDLE_API_KEY: 'other' }, {}, ['fail Paddle: the API key is refused']],
    [
      'a webhook for another address',
      { PUBLIC_URL: 'https://api2.acme.org' },
      {},
      ['fail Paddle webhook: no notification destination is https://api2.acme.org/api/v1/webhooks/paddle'],
    ],
    [
      'a web server that does not forward POST requests',
      {},
      { post: () => Promise.resolve({ status: 405, text: '<html>' }) },
      ['fail webhook address: https://api.acme.org/api/v1/webhooks/paddle returns 405 from another program'],
    ],
    [
      'a clock that is not synchronised',
      {},
      { isClockSynchronised: () => Promise.resolve(false) },
      ['fail NTP: the clock is not synchronised'],
    ],
    [
      'a clock whose state is not known',
      {},
      { isClockSynchronised: () => Promise.resolve(null) },
      ['warn NTP: timedatectl does not tell whether the clock is synchronised'],
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
        page: (url) => Promise.resolve({ ...healthyPage, status: url.includes('/api/') ? 502 : 200 }),
      },
      ['fail API: https://api.acme.org/api/v1/plans returns 502'],
    ],
    [
      'no metrics at the address of the settings',
      { METRICS_PORT: '9468' },
      { page: withoutMetrics },
      ['fail metrics: http://127.0.0.1:9468/metrics: connect ECONNREFUSED'],
    ],
    [
      'no metrics at the usual address',
      {},
      { page: withoutMetrics },
      ['warn metrics: none are exported, so that no alert is sent'],
    ],
    [
      'another program at the address of the metrics',
      {},
      { page: (url) => Promise.resolve({ status: 200, text: url.endsWith('/metrics') ? 'up 1' : '' }) },
      ['fail metrics: http://127.0.0.1:9464/metrics returns 200 without the metrics of the API'],
    ],
    [
      'a site with a sample company',
      {},
      {
        page: () =>
          Promise.resolve({ ...healthyPage, text: `<p>${legalTexts.sample}</p>${healthyPage.text}` }),
      },
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
            : Promise.resolve(healthyPage),
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
      const findings = await installation.check(more, probe);
      expect(problemsIn(findings)).toEqual([development, ...expected]);
      for (const { state, remedy } of findings) expect(remedy === null).toBe(state === 'ok');
    },
    60_000,
  );

  test('a database without a schema, which stays as it is', async () => {
    const findings = problemsIn(await installation.check({ DATABASE_URL: installation.emptyDatabaseUrl }));
    expect(findings).toEqual([
      development,
      expect.stringMatching(/^fail schema: The database has no schema and this release needs \d{4}-/),
      'warn keys: they can be compared only with a database in use',
    ]);
    expect(problemsIn(await installation.check({ DATABASE_URL: installation.emptyDatabaseUrl }))).toEqual(
      findings,
    );
  });

  test('a Paddle that is down', async () => {
    const { brokenPort: port } = installation;
    const findings = problemsIn(await installation.check({ PADDLE_API_URL: `http://127.0.0.1:${port}` }));
    expect(findings).toEqual([development, `fail Paddle: http://127.0.0.1:${port} does not respond`]);
  });
});
