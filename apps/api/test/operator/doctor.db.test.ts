import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingsJson, findingsText } from '../../src/doctor/index.ts';
import { systemProbe } from '../../src/doctor/probe.ts';
import { runProgram } from '../database/run-program.ts';
import { development, healthyInstallation, problemsIn } from './doctor-fixture.ts';

let installation: Awaited<ReturnType<typeof healthyInstallation>>;

beforeAll(async () => {
  installation = await healthyInstallation();
});
afterAll(() => installation.close());

test('a healthy installation has no warning except about its kind, as a table and as JSON', async () => {
  const findings = await installation.check();
  expect(problemsIn(findings)).toEqual([development]);
  expect(findings.map(({ part }) => part)).toEqual([
    ...['settings', 'settings', 'database', 'clock', 'schema', 'writes', 'NTP', 'version'],
    ...[
      'archive',
      'backup',
      'attachments',
      'keys',
      'disk',
      'metrics',
      'Paddle',
      'Paddle webhook',
      'webhook address',
      'CoinGate',
    ],
    ...['mail server', 'SPF', 'DKIM', 'DMARC'],
    ...['certificate', 'certificate', 'certificate', 'API', 'legal texts'],
  ]);
  expect(findings.find(({ part }) => part === 'keys')?.found).toMatch(
    /^14 in \S+keys, mode 0600, the oldest 0 days old$/,
  );
  const text = findingsText(findings);
  expect(text).toMatch(/\nok +schema +version \d{4}-/);
  expect(text).toMatch(/\n\n26 ok, 1 warn, 0 fail$/);
  const json = findingsJson(findings);
  expect(JSON.parse(json)).toEqual({ ok: true, findings });
  for (const secret of ['pdl_key', 'coins', 'ntfset_', installation.databaseUrl])
    expect(json).not.toContain(secret);
});

describe('settings', () => {
  test('COMET_ENV=production reports every value for development, and checks the rest', async () => {
    const findings = problemsIn(await installation.check({ COMET_ENV: 'production' }));
    expect(findings).toEqual([
      expect.stringMatching(
        /^fail settings: PADDLE_API_URL is http:\/\/127\.0\.0\.1:\d+\/paddle, which is for development/,
      ),
      expect.stringMatching(/^fail settings: PADDLE_CLIENT_TOKEN is not set/),
      expect.stringMatching(/^fail settings: COINGATE_API_URL is http/),
    ]);
  });

  test('without usable settings, only those are reported', async () => {
    expect(problemsIn(await installation.check({ PORT: 'eighty', GOOGLE_CLIENT_ID: 'a' }))).toEqual([
      'fail settings: PORT must be a port, 0 to 65535',
      development,
    ]);
    expect(problemsIn(await installation.check({ GOOGLE_CLIENT_ID: 'a' }))[0]).toMatch(
      /^fail settings: GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET belong/,
    );
  });
});

test('the system’s probe reads the archiver, which is off in a new PostgreSQL', async () => {
  const findings = await installation.check({}, { archiver: systemProbe.archiver });
  expect(problemsIn(findings)).toContainEqual(
    expect.stringMatching(/^fail archive: PostgreSQL archives nothing/),
  );
});

test('the system’s probe reads free space, pages, responses and the state of the clock', async () => {
  const { free, total } = await systemProbe.space(tmpdir());
  expect(free).toBeGreaterThan(0);
  expect(total).toBeGreaterThanOrEqual(free);
  const { brokenPort: port } = installation;
  expect(await systemProbe.page(`http://127.0.0.1:${port}/`)).toEqual({ status: 500, text: '<html>' });
  expect(await systemProbe.post(`http://127.0.0.1:${port}/`)).toEqual({ status: 500, text: '<html>' });
  expect(await systemProbe.isClockSynchronised()).toBeOneOf([true, false, null]);
  await expect(systemProbe.certificateEnd('127.0.0.1', port)).rejects.toThrow(/ssl|packet length/i);
});

test('prints a table or JSON, and exits with 1 after a failure, also without any settings', async () => {
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
