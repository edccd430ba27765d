import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { describeVariables, formerNameWarnings, readEnvironment, variable } from './environment.ts';
import { environmentHelp, environmentTable, withEnvironmentTable } from './environment-text.ts';
import { commonVariables } from './common-variables.ts';
import { isDevelopmentUrl } from './development-url.ts';

const port = z.coerce.number().check(z.int(), z.minimum(1, '1 or more'));
const schema = z.object({
  URL: variable(z.string().check(z.startsWith('http')), {
    must: 'an address',
    meaning: 'where the [API](api.md) is',
  }),
  PORT: variable(z._default(port, 80), { must: 'a port', meaning: 'where it listens' }),
  OTHER_PORT: variable(z.optional(port), { must: 'another port', meaning: 'as `PORT`', otherwise: '`PORT`' }),
  TOKEN: variable(z._default(z.string(), ''), { must: 'a token', meaning: 'for metrics' }),
});

test('reads values, and treats an empty variable as absent', () => {
  expect(readEnvironment(schema, { URL: 'http://x', PORT: '', OTHER_PORT: '8', HOME: '/root' })).toEqual({
    ok: true,
    value: { URL: 'http://x', PORT: 80, OTHER_PORT: 8, TOKEN: '' },
  });
});

test('reports one sentence for each missing or invalid variable, in order', () => {
  expect(readEnvironment(schema, { PORT: 'eighty', OTHER_PORT: '0' })).toEqual({
    ok: false,
    error: [
      'URL is not set: it must be an address.',
      'PORT must be a port.',
      'OTHER_PORT must be 1 or more.',
    ],
  });
});

const table = `| variable | default | meaning |
|---|---|---|
| \`URL\` | required | where the [API](api.md) is |
| \`PORT\` | \`80\` | where it listens |
| \`OTHER_PORT\` | \`PORT\` | as \`PORT\` |
| \`TOKEN\` | none | for metrics |`;

test('the table has every variable with its default and meaning', () => {
  expect(environmentTable(describeVariables(schema))).toBe(table);
});

describe('a renamed variable', () => {
  const renamed = z.object({
    ADMISSION_PORT: variable(z._default(port, 443), {
      must: 'a port',
      meaning: 'where it listens',
      formerly: 'DOOR_PORT',
    }),
  });
  const read = (env: Record<string, string>) => readEnvironment(renamed, env);
  const warnings = (env: Record<string, string>) => formerNameWarnings(renamed, env);

  test('is read by its former name, with a warning', () => {
    expect(read({ DOOR_PORT: '8' })).toEqual({ ok: true, value: { ADMISSION_PORT: 8 } });
    expect(read({ DOOR_PORT: '8', ADMISSION_PORT: '' })).toEqual({ ok: true, value: { ADMISSION_PORT: 8 } });
    expect(read({ DOOR_PORT: 'x' })).toEqual({ ok: false, error: ['ADMISSION_PORT must be a port.'] });
    expect(warnings({ DOOR_PORT: '8' })).toEqual([
      'DOOR_PORT is now ADMISSION_PORT. The former name is read until the next release.',
    ]);
  });

  test('has the value of the new name if both are set, with a warning', () => {
    const both = { DOOR_PORT: '8', ADMISSION_PORT: '9' };
    expect(read(both)).toEqual({ ok: true, value: { ADMISSION_PORT: 9 } });
    expect(warnings(both)).toEqual([
      'DOOR_PORT is now ADMISSION_PORT. ADMISSION_PORT is set, so DOOR_PORT is ignored.',
    ]);
  });

  test('causes no warning if the former name is absent or empty', () => {
    expect(warnings({ ADMISSION_PORT: '9' })).toEqual([]);
    expect(warnings({ DOOR_PORT: '' })).toEqual([]);
  });

  test('has its former name in the table', () => {
    expect(environmentTable(describeVariables(renamed))).toContain(
      'where it listens; formerly `DOOR_PORT`, which is still read |',
    );
  });
});

test('replaces only the table of a document', () => {
  const document = (rows: string) => `# A\n\n<!-- environment of x -->\n${rows}\n\ntext\n\n| a |\n`;
  expect(withEnvironmentTable(document('| old |'), 'x', describeVariables(schema))).toBe(document(table));
  expect(() => withEnvironmentTable('# A\n', 'x', describeVariables(schema))).toThrow(
    'The document has no table of x',
  );
});

test('the help has the same content without Markdown', () => {
  expect(environmentHelp(describeVariables(schema))).toContain('  URL (required)\n      where the API is\n');
  expect(environmentHelp(describeVariables(schema))).toContain(
    '  OTHER_PORT (default PORT)\n      as PORT\n',
  );
});

describe('COMET_ENV=production', () => {
  const live = z.object({
    ...commonVariables,
    PUBLIC_URL: variable(z.optional(z.string()), {
      must: 'an address',
      meaning: 'the public address',
      production: { refuses: isDevelopmentUrl, set: 'the https:// address of the API' },
    }),
    API_KEY: variable(z._default(z.string(), ''), {
      must: 'a key',
      meaning: 'a key',
      secret: true,
      production: { refuses: (given) => given?.startsWith('test_') !== false, set: 'the live key' },
    }),
    PORT: variable(z._default(port, 80), { must: 'a port', meaning: 'where it listens' }),
  });
  const faults = (env: Record<string, string>) => {
    const read = readEnvironment(live, env);
    return read.ok ? [] : read.error;
  };

  test('refuses defaults and values for development, with what to set, in one list with other errors', () => {
    expect(faults({ COMET_ENV: 'production', PORT: 'eighty' })).toEqual([
      'PORT must be a port.',
      'PUBLIC_URL is not set: set the https:// address of the API.',
      'API_KEY is not set: set the live key.',
    ]);
    expect(
      faults({ COMET_ENV: 'production', PUBLIC_URL: 'https://api.acme.org', API_KEY: 'live_1' }),
    ).toEqual([]);
  });

  test('never prints a secret', () => {
    const given = { COMET_ENV: 'production', PUBLIC_URL: 'http://api.acme.org', API_KEY: 'test_123' };
    expect(faults(given)).toEqual([
      'PUBLIC_URL is http://api.acme.org, which is for development: set the https:// address of the API.',
      'API_KEY has a value, which is for development: set the live key.',
    ]);
  });

  test('is off by default, and no other value is accepted', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ COMET_ENV: 'Production' })).toEqual(['COMET_ENV must be development or production.']);
  });

  test.each([
    'http://api.acme.org',
    'https://localhost:4800',
    'https://127.8.0.1',
    'https://[::1]',
    'https://0.0.0.0',
    'https://api.comet.example',
    'https://api.example.com',
    'https://vpn.test',
    'https://box.local',
    'nonsense',
    undefined,
  ])('%s is a URL for development', (url) => {
    expect(isDevelopmentUrl(url)).toBe(true);
  });

  test.each([
    'https://api.acme.org',
    'https://example.com.acme.org',
    'https://203.0.113.7',
    'https://myexample.com',
  ])('%s is not', (url) => {
    expect(isDevelopmentUrl(url)).toBe(false);
  });
});
