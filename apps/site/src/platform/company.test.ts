import { expect, test } from 'vitest';
import { readCompany } from './company.ts';

const whole = {
  COMET_ENV: 'production',
  SITE_URL: 'https://vpn.acme.org',
  DASHBOARD_URL: 'https://dash.acme.org',
  COMPANY_NAME: 'Acme Networks GmbH',
  COMPANY_ADDRESS: 'Hauptstr. 1, 10115 Berlin, Germany',
  COMPANY_COUNTRY: 'Germany',
  COMPANY_REPRESENTED_BY: 'Grace Hopper',
  COMPANY_EMAIL: 'hello@acme.org',
  COMPANY_REGISTER: 'Amtsgericht Charlottenburg, HRB 12345',
  COMPANY_VAT_ID: 'DE123456789',
  COMPANY_COURT: 'Berlin',
  COMPANY_DATA_AUTHORITY: 'the Berlin Commissioner for Data Protection',
  COMPANY_SECURITY_EMAIL: 'security@acme.org',
  COMPANY_TERMS_DATE: '1 December 2026',
  COMPANY_ADDON_REFUNDS: 'within 14 days if nothing was used.',
  COMPANY_WEB_LOGS: 'Our web server keeps no log.',
};

test('a local build shows a sample company', () => {
  const company = readCompany({ COMPANY_NAME: '' });
  expect(company.COMPANY_NAME).toMatch(/sample/i);
  expect(company.COMPANY_SUPERVISOR).toBe('');
  expect(readCompany({ COMPANY_NAME: 'Acme' }).COMPANY_NAME).toBe('Acme');
});

test('a build for production uses the operator’s values; two of them are optional', () => {
  expect(readCompany(whole)).toMatchObject({ COMPANY_NAME: 'Acme Networks GmbH', COMPANY_DATA_OFFICER: '' });
});

test('a build for production lists everything that is missing', () => {
  const { COMPANY_NAME: _name, COMPANY_VAT_ID: _id, SITE_URL: _url, ...rest } = whole;
  expect(() => readCompany(rest)).toThrow(
    /COMET_ENV=production\):\n {2}SITE_URL is not set\n {2}COMPANY_NAME is not set\n {2}COMPANY_VAT_ID is not set\nSee/,
  );
});

test.each([
  ['COMPANY_NAME', '[Company and legal form]'],
  ['COMPANY_NAME', 'Sample VPN Company OÜ'],
  ['COMPANY_EMAIL', 'hello@cometvpn.example'],
  ['COMPANY_ADDRESS', 'TODO'],
  ['DASHBOARD_URL', 'https://dash.cometvpn.example'],
  ['COMPANY_SUPERVISOR', '[authority]'],
])('a build for production refuses the placeholder %s=%s', (name, value) => {
  expect(() => readCompany({ ...whole, [name]: value })).toThrow(`${name} is a placeholder: ${value}`);
});
