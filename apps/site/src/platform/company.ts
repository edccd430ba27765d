import { isPlaceholder } from '@comet/foundation/placeholder';

interface Setting {
  /** The sample value, as an operator would enter it. */
  readonly sample: string;
  /** Omitted on the pages if it is empty. */
  readonly optional?: true;
}

/** The company in the legal pages, by environment variable of the build. */
const settings = {
  COMPANY_NAME: { sample: 'Sample VPN Company Ltd' },
  COMPANY_ADDRESS: { sample: '1 Sample Street, Dublin 1, Ireland' },
  COMPANY_COUNTRY: { sample: 'Ireland' },
  COMPANY_REPRESENTED_BY: { sample: 'Ada Sample, director' },
  COMPANY_EMAIL: { sample: 'hello@cometvpn.example' },
  COMPANY_REGISTER: { sample: 'Companies Registration Office, 000000' },
  COMPANY_VAT_ID: { sample: 'IE0000000XX' },
  COMPANY_COURT: { sample: 'Dublin' },
  COMPANY_DATA_AUTHORITY: { sample: 'the Data Protection Commission (dataprotection.ie)' },
  COMPANY_SECURITY_EMAIL: { sample: 'security@cometvpn.example' },
  COMPANY_TERMS_DATE: { sample: '1 November 2026' },
  COMPANY_ADDON_REFUNDS: {
    sample: 'within 14 days, as long as you haven’t used any of it. Write to us and we’ll refund you.',
  },
  COMPANY_WEB_LOGS: { sample: 'Our web server keeps no log of requests.' },
  COMPANY_SUPERVISOR: { sample: '', optional: true },
  COMPANY_DATA_OFFICER: { sample: '', optional: true },
} as const satisfies Readonly<Record<`COMPANY_${string}`, Setting>>;

export type CompanySetting = keyof typeof settings;

export type Company = Readonly<Record<CompanySetting, string>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Other settings of the build whose defaults are examples. */
const addresses = ['SITE_URL', 'DASHBOARD_URL'];

/** Whether the build is for production: it contains no sample. */
export const isProduction = (environment: Environment = process.env): boolean =>
  environment['COMET_ENV'] === 'production';

/**
 * Reads the operator's settings. In builds that are not for production, missing ones are replaced by a sample
 * company; builds for production throw an Error that lists every missing setting and every placeholder.
 */
export function readCompany(environment: Environment = process.env): Company {
  if (isProduction(environment)) refusePlaceholders(environment);
  const entries = Object.entries(settings).map(([name, { sample }]) => [
    name,
    environment[name]?.trim() || sample,
  ]);
  return Object.fromEntries(entries) as Company;
}

function refusePlaceholders(environment: Environment): void {
  const optional = new Set(
    Object.entries(settings)
      .filter(([, one]) => 'optional' in one)
      .map(([name]) => name),
  );
  const wrong = [...addresses, ...Object.keys(settings)].flatMap((name) => {
    const value = environment[name]?.trim() ?? '';
    if (value === '') return optional.has(name) ? [] : [`${name} is not set`];
    return isPlaceholder(value) ? [`${name} is a placeholder: ${value}`] : [];
  });
  if (wrong.length === 0) return;
  throw new Error(
    [
      'The site can’t be built for production (COMET_ENV=production):',
      ...wrong.map((sentence) => `  ${sentence}`),
      'See “The marketing site” in docs/operations.md.',
    ].join('\n'),
  );
}
