import { readFile, readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readCompany } from '../../platform/company.ts';
import { fillIn } from './fill-in.ts';

const company = { ...readCompany({}), COMPANY_NAME: 'A & <B>', COMPANY_SUPERVISOR: '' };

test('escapes values, and omits a paragraph without its optional value', () => {
  expect(fillIn('<p>By {COMPANY_NAME}.</p>', company)).toBe('<p>By A &amp; &lt;B>.</p>');
  expect(fillIn('<p>One.</p>\n<p>Supervised by {COMPANY_SUPERVISOR}.</p>', company)).toBe('<p>One.</p>\n');
  expect(() => fillIn('{COMPANY_LOGO}', company)).toThrow('COMPANY_LOGO is no setting');
});

test('no legal text has a bracketed placeholder or mentions a template', async () => {
  const folder = new URL('../../../content/legal/', import.meta.url);
  for (const file of await readdir(folder)) {
    const text = await readFile(new URL(file, folder), 'utf8');
    expect(text.replaceAll(/\[[^\]]*\]\([^)]*\)/g, ''), file).not.toMatch(/[[\]]|template|fill in/i);
    expect(fillIn(text, readCompany({})), file).not.toMatch(/\{/);
  }
});
