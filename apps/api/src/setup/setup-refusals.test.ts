import { describe, expect, test } from 'vitest';
import { answers, paths, type Setting, useSetup } from './setup-fixture.ts';

const { run, freshMachine } = useSetup();

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
