import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyFiles } from '../platform/keys/keys.ts';
import type { Terminal } from './interview.ts';
import { replaceFile } from './machine.ts';
import { setup } from './setup.ts';
import { answers, memoryMachine } from './setup-fixture.ts';

const paths = {
  settings: '/etc/comet/control.env',
  caddyfile: '/etc/caddy/Caddyfile',
  cometOps: 'comet-ops',
};
let folder: string;
let packaged: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-setup-'));
  packaged = await readFile(
    join(import.meta.dirname, '../../../../deploy/packages/comet-control/control.env'),
    'utf8',
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a file of answers and returns its path. */
async function answersFile(given: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder, `answers-${Math.random()}`);
  await writeFile(
    path,
    Object.entries(given)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  );
  return path;
}

interface Setting {
  readonly given?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  readonly machine?: ReturnType<typeof memoryMachine>;
  readonly terminal?: Terminal | null;
  readonly isRoot?: boolean;
}

const freshMachine = (more: Parameters<typeof memoryMachine>[0] = {}) =>
  memoryMachine({
    ...more,
    files: { [paths.settings]: packaged, [paths.caddyfile]: ':80 {\n}\n', ...more.files },
    programs: { 'comet-ops doctor': { code: 1, stdout: '12 ok, 1 warn, 1 fail' }, ...more.programs },
  });

async function run({ given = answers, words = [], terminal = null, isRoot = true, ...more }: Setting = {}) {
  const on = more.machine ?? freshMachine();
  const lines: string[] = [];
  const faults: string[] = [];
  const code = await setup(['--answers', await answersFile(given), ...words], {
    ...{ machine: on.machine, paths, terminal, isRoot, now: new Date('2026-12-01T12:00:00Z') },
    print: (line) => lines.push(line),
    warn: (line) => faults.push(line.trim()),
  });
  return { ...on, code, lines, faults, settings: parseEnv(on.files.get(paths.settings) ?? '') };
}

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
    const empty = Object.entries(parseEnv(packaged)).flatMap(([name, value]) => (value === '' ? [name] : []));
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

  test('an answers file may have further settings, and secrets in files of their own', async () => {
    const { SMTP_URL: smtp, ...rest } = answers;
    const key = join(folder, 'smtp');
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
      files: { [paths.settings]: `${packaged}# Our own.\nGOOGLE_CLIENT_ID=abc\n` },
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

describe('refusals change nothing and exit with 2', () => {
  const refused = async (setting: Setting) => {
    const done = await run(setting);
    expect(done.code).toBe(2);
    expect(done.faults[0]).toBe('Nothing was changed:');
    expect(done.modes.size).toBe(0);
    expect(done.ran.filter((line) => /^(systemctl|comet-ops)/.test(line))).toEqual([]);
    return done.faults.slice(1).join('\n');
  };

  test('without a terminal, every missing answer is named', async () => {
    const { SMTP_URL: _smtp, COMPANY_NAME: _company, ...rest } = answers;
    expect(await refused({ given: rest })).toBe(
      'SMTP_URL is missing: Mail server, as in smtps://user:password@mail.acme.org:465.\nCOMPANY_NAME is missing: Company with its legal form.',
    );
  });

  test.each([
    ['a domain that is none', { DOMAIN: 'https://acme.org' }, 'DOMAIN: it must be a domain'],
    [
      'an example domain',
      { DOMAIN: 'comet.example' },
      'SITE_URL: is https://comet.example, which is for development',
    ],
    ['an address without TLS', { PUBLIC_URL: 'http://api.acme.org' }, 'PUBLIC_URL: is http://api.acme.org'],
    [
      'one host for site and dashboard',
      { DASHBOARD_URL: 'https://acme.org' },
      'DASHBOARD_URL: it must have another host',
    ],
    [
      'one host for console and dashboard',
      { CONSOLE_URL: 'https://dash.acme.org' },
      'CONSOLE_URL: it must have another',
    ],
    ['no mail server', { SMTP_URL: 'mail.acme.org' }, 'SMTP_URL: must be an address like'],
    ['an unknown choice', { PAYMENTS: 'constructor' }, 'PAYMENTS: it must be one of live, sandbox, none'],
    [
      'a sandbox key for live payments',
      { PAYMENTS: 'live' },
      'PADDLE_API_KEY: has a value, which is for development',
    ],
    ['a placeholder', { COMPANY_NAME: '[Company]' }, 'COMPANY_NAME: it is a placeholder'],
    ['an answer of several lines', { COMPANY_NAME: 'A\nKEYS_DIR=/tmp' }, 'COMPANY_NAME: it must be one line'],
    ['an answer without its choice', { PAYMENTS: 'none' }, 'PADDLE_API_KEY does not apply'],
    ['an unknown setting', { COMPANY_NICKNAME: 'x' }, 'COMPANY_NICKNAME is neither a question nor a setting'],
    ['a wrong further setting', { DRAIN_SECONDS: 'ten' }, 'DRAIN_SECONDS: must be a number of seconds'],
  ])('%s', async (_case, change, sentence) => {
    expect(await refused({ given: { ...answers, ...change } })).toContain(sentence);
  });

  test('a secret as an option, which other users of the machine could read', async () => {
    expect(await refused({ words: ['--smtp-url', 'smtp://x'] })).toContain('Unknown option --smtp-url');
  });

  test('a missing answers file', async () => {
    expect(await refused({ words: ['--answers', '/nonexistent'] })).toBe('File not found: /nonexistent');
  });

  test('another user than root', async () => {
    expect(await refused({ isRoot: false })).toContain('Run it as root');
  });

  test('a local database without PostgreSQL', async () => {
    const machine = freshMachine({ programs: { 'runuser --user postgres': { code: 1 } } });
    const given = { ...answers, DATABASE: 'local' };
    expect(await refused({ given, machine })).toContain('run apt install postgresql');
  });

  test('Caddy that is not installed, and trial certificates in a Caddyfile of the operator', async () => {
    const none = freshMachine({ programs: { caddy: { code: 127 } } });
    expect(await refused({ machine: none })).toContain('run apt install caddy');
    const own = freshMachine({ programs: { 'dpkg --verify': { stdout: ` ${paths.caddyfile}\n` } } });
    expect(await refused({ machine: own, given: { ...answers, TLS: 'internal' } })).toContain('is your own');
  });

  test('a local database where the settings take its address from a file', async () => {
    const machine = freshMachine({ files: { [paths.settings]: 'DATABASE_URL_FILE=/etc/comet/database\n' } });
    expect(await refused({ machine, given: { ...answers, DATABASE: 'local' } })).toContain(
      'remove it, or choose other',
    );
  });

  test('a secret that the settings take from a file', async () => {
    const machine = freshMachine({ files: { [paths.settings]: 'SMTP_URL_FILE=/etc/comet/smtp\n' } });
    expect(await refused({ machine })).toContain('change that file');
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

describe('in a terminal', () => {
  const terminalWith = (entered: readonly string[]) => {
    const left = [...entered];
    const shown: { prompt: string; isHidden: boolean }[] = [];
    const said: string[] = [];
    const terminal: Terminal = {
      ask(prompt, { isHidden }) {
        shown.push({ prompt, isHidden });
        return Promise.resolve(left.shift() ?? '');
      },
      say: (line) => said.push(line.trim()),
    };
    return { terminal, shown, said };
  };

  test('asks only what is not given, shows defaults, hides secrets, and asks again after a wrong answer', async () => {
    const { DOMAIN: _domain, PADDLE_API_KEY: _key, ...given } = answers;
    // Domain twice, four addresses, TLS, database, sender, support, then the key.
    const entered = ['ACME', 'acme.org', '', '', '', 'none', '', '', '', '', 'pdl_sdbx_new'];
    const { terminal, shown, said } = terminalWith(entered);
    const { code, settings } = await run({ given, terminal });
    expect(code).toBe(0);
    expect(said).toContain('it must be a domain like acme.org, in lower case.');
    expect(shown[0]).toEqual({ prompt: 'Domain of your service, as in acme.org: ', isHidden: false });
    expect(shown).toContainEqual({ prompt: 'Address of the site [https://acme.org]: ', isHidden: false });
    expect(shown).toContainEqual({ prompt: 'Paddle’s API key: ', isHidden: true });
    expect(shown.map(({ prompt }) => prompt).join('\n')).not.toContain('Company with its legal form');
    expect(settings).toMatchObject({ PADDLE_API_KEY: 'pdl_sdbx_new', CONSOLE_URL: '' });
  });

  test('offers present secrets without showing them', async () => {
    const first = await run();
    const machine = freshMachine({ files: Object.fromEntries(first.files) });
    const { terminal, shown } = terminalWith([]);
    const { code, settings } = await run({ given: {}, terminal, machine });
    expect(code).toBe(0);
    expect(shown).toContainEqual({ prompt: 'Paddle’s API key [unchanged]: ', isHidden: true });
    expect(JSON.stringify(shown)).not.toContain(answers.PADDLE_API_KEY);
    expect(settings).toEqual(first.settings);
  });
});

test('a file is replaced as a whole, with its mode', async () => {
  const path = join(folder, 'control.env');
  await writeFile(path, 'old', { mode: 0o666 });
  await replaceFile(path, 'new', { mode: 0o640, group: null });
  expect(await readFile(path, 'utf8')).toBe('new');
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  await expect(replaceFile(path, 'x', { mode: 0o640, group: 'no-such-group' })).rejects.toThrow(
    'has no group',
  );
  expect(await readFile(path, 'utf8')).toBe('new');
});
