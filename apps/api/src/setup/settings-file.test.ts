import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { changeSettingsFile, settingLine } from './settings-file.ts';

describe('a line', () => {
  test.each([
    ['plain', 'https://api.acme.org:8443/a%20b?c', "N='https://api.acme.org:8443/a%20b?c'"],
    [
      'without special characters',
      'smtps://user:pa.ss@mail.acme.org:465',
      'N=smtps://user:pa.ss@mail.acme.org:465',
    ],
    ['empty', '', 'N='],
    ['with spaces', 'Acme Networks GmbH', "N='Acme Networks GmbH'"],
    ['with a comment sign', 'a#b', "N='a#b'"],
    ['with a dollar, a backslash and a double quote', '$HOME \\n "x"', `N='$HOME \\n "x"'`],
    ['with a single quote', "Grace O'Hara", `N="Grace O'Hara"`],
    ['with characters beyond ASCII', 'Müller & Söhne', "N='Müller & Söhne'"],
  ])('%s is read back', (_case, value, line) => {
    expect(settingLine('N', value)).toBe(line);
    expect(parseEnv(line)).toEqual({ N: value });
  });

  test.each([
    ['a line end', 'a\nDATABASE_URL=b'],
    ['a tab', 'a\tb'],
    ['both kinds of quotes', `'"`],
    ['a single quote and a dollar', "'$"],
    ['a single quote and a backslash', "'\\"],
  ])('with %s is refused', (_case, value) => {
    expect(() => settingLine('N', value)).toThrow(/^N must /);
  });

  test('a name that is not one of a variable is refused', () => {
    expect(() => settingLine('A=1\nB', 'x')).toThrow('is not the name of a setting');
  });
});

describe('the file', () => {
  const text = '# The database.\nDATABASE_URL=\n\nPORT=4800\n# Own lines stay.\nOWN="a b"\n';

  test('has changed lines in their place, new ones at the end, and everything else as it was', () => {
    expect(changeSettingsFile(text, { DATABASE_URL: 'postgres://a', MAIL_FROM: 'A <a@b.org>' })).toBe(
      '# The database.\nDATABASE_URL=postgres://a\n\nPORT=4800\n# Own lines stay.\nOWN="a b"\nMAIL_FROM=\'A <a@b.org>\'\n',
    );
  });

  test('is the same text if nothing changes, also with an empty value for a missing variable', () => {
    expect(changeSettingsFile(text, { PORT: '4800', OWN: 'a b', CONSOLE_URL: '' })).toBe(text);
  });

  test('is written from nothing', () => {
    expect(changeSettingsFile('', { PORT: '1' })).toBe('PORT=1\n');
  });

  test('has one line for a variable that had several', () => {
    expect(changeSettingsFile('A=1\nB=2\nexport A=3\n', { A: '4' })).toBe('A=4\nB=2\n');
  });

  test('is refused where a value has several lines', () => {
    const key = 'APPLE_PRIVATE_KEY="-----BEGIN\nPORT=1\nEND"\n';
    expect(() => changeSettingsFile(key, { PORT: '2' })).toThrow('write each value in one line');
    expect(() => changeSettingsFile(key, { APPLE_PRIVATE_KEY: 'x' })).toThrow('one line');
  });
});
