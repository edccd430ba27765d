import { isPlaceholder } from '@comet/foundation/placeholder';
import type { Question } from './question.ts';
import type { Variables } from './settings-file.ts';

/** The site’s renderer refuses placeholders in the legal pages; here they are refused before anything is changed. */
const fault = (value: string): string | null =>
  isPlaceholder(value) ? 'it is a placeholder: give the value of your company' : null;

const ask = (
  name: string,
  text: string,
  fallback?: (answers: Variables, present: { readonly today: Date }) => string | undefined,
): Question => ({ name: `COMPANY_${name}`, text, fault, ...(fallback === undefined ? {} : { fallback }) });

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The company, as the legal pages name it; docs/operations.md explains each. */
export const companyQuestions: readonly Question[] = [
  ask('NAME', 'Company with its legal form'),
  ask('ADDRESS', 'Postal address of the company, in one line'),
  ask('COUNTRY', 'Country whose law applies'),
  ask('REPRESENTED_BY', 'Who represents the company'),
  ask('REGISTER', 'Register of the company, with the number'),
  ask('VAT_ID', 'VAT ID'),
  ask('COURT', 'Place of jurisdiction'),
  ask('DATA_AUTHORITY', 'Data protection authority'),
  ask('EMAIL', 'Email address of the company', ({ DOMAIN: domain }) => `hello@${domain}`),
  ask(
    'SECURITY_EMAIL',
    'Email address for reports of vulnerabilities',
    (answers) => answers['COMPANY_EMAIL'],
  ),
  ask('TERMS_DATE', 'Day from which the terms apply', (_answers, { today }) => day.format(today)),
  ask(
    'ADDON_REFUNDS',
    'Refunds of add-ons: “Residential data, proxy traffic and dedicated IPs can be returned …”',
    () => 'within 14 days, as long as you haven’t used any of it. Write to us and we’ll refund you.',
  ),
  ask('WEB_LOGS', 'What your web server logs', ({ TLS: tls }) =>
    tls === 'none' ? undefined : 'Our web server keeps no log of requests.',
  ),
];
