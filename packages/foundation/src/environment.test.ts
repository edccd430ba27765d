import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import {
  environmentHelp,
  environmentTable,
  formerNameWarnings,
  readEnvironment,
  variable,
  withEnvironmentTable,
} from './environment.ts';

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
  expect(environmentTable(schema)).toBe(table);
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
    expect(environmentTable(renamed)).toContain(
      'where it listens; formerly `DOOR_PORT`, which is still read |',
    );
  });
});

test('replaces only the table of a document', () => {
  const document = (rows: string) => `# A\n\n<!-- environment of x -->\n${rows}\n\ntext\n\n| a |\n`;
  expect(withEnvironmentTable(document('| old |'), 'x', schema)).toBe(document(table));
  expect(() => withEnvironmentTable('# A\n', 'x', schema)).toThrow('The document has no table of x');
});

test('the help has the same content without Markdown', () => {
  expect(environmentHelp(schema)).toContain('  URL (required)\n      where the API is\n');
  expect(environmentHelp(schema)).toContain('  OTHER_PORT (default PORT)\n      as PORT\n');
});
