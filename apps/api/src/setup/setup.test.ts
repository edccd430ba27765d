import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { keyFiles } from '../platform/keys/keys.ts';
import { answers, paths, useSetup } from './setup-fixture.ts';

const { run, freshMachine, inFolder, packaged } = useSetup();

describe('a first installation', () => {
  test('writes settings, and prepares database, keys, services, site and Caddy in this order', async () => {
    const { code, settings, ran, files, modes, lines } = await run();
    expect(code).toBe(0);
    expect(settings).toMatchObject({
      ...Object.fromEntries(
        Object.entries(answers).filter(([name]) => name !== 'DOMAIN' && name !== 'PAYMENTS'),
      ),
      COMET_ENV: 'development',
      DATABASE_URL: expect.stringMatching(/^postgres:\/\/comet:[0-9a-f]{48}@127\.0\.0\.1:5432\/comet$/),
      KEYS_DIR: '/var/lib/comet-control/keys',
      SITE_URL: 'https://acme.org',
      DASHBOARD_URL: 'https://dash.acme.org',
      PUBLIC_URL: 'https://api.acme.org',
      CONSOLE_URL: 'https://console.acme.org',
      MAIL_FROM: 'hello@acme.org',
      PADDLE_API_URL: 'sandbox',
      COMPANY_TERMS_DATE: '1 December 2026',
      COMPANY_SECURITY_EMAIL: 'hello@acme.org',
    });
    expect(settings).not.toHaveProperty('DOMAIN');
    expect(modes.get(paths.settings)).toBe('640 comet-control');
    const start = ran.findIndex((line) => line.includes('--no-psqlrc'));
    expect(ran.slice(start)).toEqual([
      'runuser --user postgres -- psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres',
      'comet-ops migrate',
      'comet-ops keys init',
      'comet-ops seed',
      'systemctl enable comet-control.service comet-work.service',
      'systemctl restart comet-control.service comet-work.service',
      'systemctl start comet-site.service',
      'systemctl enable caddy.service',
      'systemctl reload-or-restart caddy.service',
      'comet-ops doctor',
    ]);
    expect(files.get(paths.caddyfile)).toMatch(
      /^# Written by comet-ops setup.*\nimport \/var\/lib\/comet-control\/web\/Caddyfile\n$/,
    );
    expect(lines.join('\n')).toContain('1 fail');
    expect(lines.join('\n')).toContain('1. Back up the keys');
    expect(lines.join('\n')).toContain('Register https://api.acme.org/api/v1/webhooks/paddle at Paddle');
  });

  test('prints no secret', async () => {
    const { lines, settings } = await run();
    const printed = lines.join('\n');
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'PADDLE_API_KEY', 'PADDLE_WEBHOOK_SECRET'])
      expect(printed).not.toContain(settings[name]);
  });

  test('fills in every setting that the package leaves empty', async () => {
    const empty = Object.entries(parseEnv(packaged())).flatMap(([name, value]) =>
      value === '' ? [name] : [],
    );
    const { settings } = await run();
    expect(empty.filter((name) => !settings[name])).toEqual([]);
  });

  test('for customers it is for production', async () => {
    const live = {
      ...{ PAYMENTS: 'live', PADDLE_API_KEY: 'pdl_live_key', PADDLE_CLIENT_TOKEN: 'live_token' },
      CONSOLE_URL: 'none',
    };
    const { code, settings } = await run({ given: { ...answers, ...live } });
    expect(code).toBe(0);
    expect(settings).toMatchObject({
      COMET_ENV: 'production',
      PADDLE_API_URL: 'production',
      CONSOLE_URL: '',
    });
  });

  test('without payments Paddle has no keys', async () => {
    const {
      PADDLE_API_KEY: _key,
      PADDLE_CLIENT_TOKEN: _token,
      PADDLE_WEBHOOK_SECRET: _secret,
      ...rest
    } = answers;
    const { code, settings, lines } = await run({ given: { ...rest, PAYMENTS: 'none' } });
    expect(code).toBe(0);
    expect(settings).toMatchObject({ PADDLE_API_URL: 'sandbox', PADDLE_API_KEY: '' });
    expect(lines.join('\n')).toContain('run comet-ops setup again');
  });

  test('a database elsewhere is used by its address, and certificates may be those of Caddy’s own CA', async () => {
    const url = 'postgres://comet:x@db.acme.org:5432/comet';
    const given = { ...answers, DATABASE: 'other', DATABASE_URL: url, TLS: 'internal' };
    const { settings, ran, files } = await run({ given });
    expect(settings['DATABASE_URL']).toBe(url);
    expect(ran.join('\n')).not.toContain('--no-psqlrc');
    expect(files.get(paths.caddyfile)).toContain('local_certs');
  });

  test('with a bucket for attachments adds no folder', async () => {
    const bucket = { S3_BUCKET_URL: 'https://s3.acme.org/comet', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
    const given = { ...answers, ...bucket, ATTACHMENTS_DIR: '' };
    const first = await run({ given });
    expect(first.settings).toMatchObject({ ...bucket, ATTACHMENTS_DIR: '' });
    const machine = freshMachine({ files: Object.fromEntries(first.files) });
    const { settings } = await run({ given: {}, machine });
    expect(settings['ATTACHMENTS_DIR']).toBe('');
  });

  test('waits for the API at the address of the new settings', async () => {
    const { requested } = await run({ given: { ...answers, HOST: '10.20.0.21', PORT: '4810' } });
    expect(requested).toEqual(['http://10.20.0.21:4810/readyz']);
  });

  test('an answers file may have further settings, and secrets in files of their own', async () => {
    const { SMTP_URL: smtp, ...rest } = answers;
    const key = inFolder('smtp');
    await writeFile(key, `${smtp}\n`);
    const given = { ...rest, SMTP_URL_FILE: key, LOG_LEVEL: 'warn' };
    const { code, settings } = await run({ given });
    expect(code).toBe(0);
    expect(settings).toMatchObject({ SMTP_URL: smtp, LOG_LEVEL: 'warn' });
  });
});

describe('a repetition', () => {
  const again = async (words: readonly string[], change: Readonly<Record<string, string>> = {}) => {
    const first = await run();
    const files = Object.fromEntries(first.files);
    for (const file of keyFiles) files[join('/var/lib/comet-control/keys', file)] = 'key';
    const machine = freshMachine({
      files,
      programs: { 'dpkg --verify': { stdout: `??5?????? c ${paths.caddyfile}\n` } },
    });
    return { first, second: await run({ given: change, words, machine }) };
  };

  test('without changes keeps settings, keys and Caddyfile, and only starts what is stopped', async () => {
    const { first, second } = await again([]);
    expect(second.code).toBe(0);
    expect(second.files.get(paths.settings)).toBe(first.files.get(paths.settings));
    expect([...second.modes.keys()]).toEqual([]);
    expect(second.ran).toContain('systemctl start comet-control.service comet-work.service');
    expect(second.ran).not.toContain('comet-ops keys init');
  });

  test('changes what an option changes, and restarts the services', async () => {
    const { first, second } = await again(['--support-mail', 'help@acme.org']);
    expect(second.lines[0]).toBe('Write the settings: SUPPORT_MAIL');
    expect(second.settings).toEqual({ ...first.settings, SUPPORT_MAIL: 'help@acme.org' });
    expect(second.ran).toContain('systemctl restart comet-control.service comet-work.service');
  });

  test('keeps an optional setting that was left out', async () => {
    const first = await run({ given: { ...answers, CONSOLE_URL: 'none' } });
    const second = await run({
      given: {},
      machine: freshMachine({ files: Object.fromEntries(first.files) }),
    });
    expect(second.settings['CONSOLE_URL']).toBe('');
  });

  test('is refused from the sandbox to live payments, whose prices have other ids', async () => {
    const { second } = await again(['--payments', 'live'], {
      PADDLE_API_KEY: 'pdl_live_key',
      PADDLE_CLIENT_TOKEN: 'live_token',
    });
    expect(second).toMatchObject({ code: 2 });
    expect(second.faults).toContainEqual(expect.stringContaining('use a new database for live'));
  });

  test('keeps lines and comments of the operator', async () => {
    const machine = freshMachine({
      files: { [paths.settings]: `${packaged()}# Our own.\nGOOGLE_CLIENT_ID=abc\n` },
    });
    const { files } = await run({ machine });
    expect(files.get(paths.settings)).toContain('# Our own.\nGOOGLE_CLIENT_ID=abc\n');
  });

  test('adds one line to a Caddyfile of the operator', async () => {
    const own = 'blog.acme.org {\n}';
    const changed = { 'dpkg --verify': { stdout: `??5?????? c ${paths.caddyfile}\n` } };
    const machine = freshMachine({ files: { [paths.caddyfile]: own }, programs: changed });
    const once = await run({ machine });
    const wanted = `${own}\nimport /var/lib/comet-control/web/Caddyfile\n`;
    expect(once.files.get(paths.caddyfile)).toBe(wanted);
    const twice = await run({
      machine: freshMachine({ files: Object.fromEntries(once.files), programs: changed }),
    });
    expect(twice.modes.has(paths.caddyfile)).toBe(false);
  });
});

test('--dry-run prints the steps and changes nothing', async () => {
  const { code, lines, modes, ran } = await run({ words: ['--dry-run'] });
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/^Write the settings: /);
  expect(lines).toContain('Create the keys');
  expect(modes.size).toBe(0);
  expect(ran.some((line) => line.startsWith('systemctl'))).toBe(false);
});

test('a step that fails ends it with status 1 and what the program printed', async () => {
  const machine = freshMachine({
    programs: { 'comet-ops migrate': { code: 1, stderr: 'comet-ops: The database isn’t responding\n' } },
  });
  const { code, faults, ran } = await run({ machine });
  expect(code).toBe(1);
  expect(faults.join('\n')).toContain('comet-ops migrate failed:\ncomet-ops: The database isn’t responding');
  expect(ran).not.toContain('comet-ops seed');
});

test('a unit that fails is reported with its journal', async () => {
  const machine = freshMachine({
    programs: {
      'systemctl start comet-site': { code: 1, stderr: 'Job for comet-site.service failed.\n' },
      journalctl: { stdout: 'The site was not rendered\n' },
    },
  });
  const { code, faults } = await run({ machine });
  expect(code).toBe(1);
  expect(faults[0]).toBe(
    'systemctl start comet-site.service failed:\nJob for comet-site.service failed.\nThe site was not rendered',
  );
});
