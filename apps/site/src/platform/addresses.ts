import { readCompany } from './company.ts';

/** An address from the environment, without a trailing slash. */
function fromEnvironment(name: string, otherwise: string): string {
  const given = process.env[name];
  return new URL(given === undefined || given === '' ? otherwise : given).href.replace(/\/$/, '');
}

/** Addresses of Comet's services, set when the site is built. The server of `npm start` replaces them with its own. */
export const addresses = {
  site: fromEnvironment('SITE_URL', 'https://cometvpn.example'),
  dashboard: fromEnvironment('DASHBOARD_URL', 'https://dash.cometvpn.example'),
  /** The address of the source code; null if it is not published. */
  sources: process.env['SOURCES_URL']?.replace(/\/$/, '') ?? null,
  security: readCompany().COMPANY_SECURITY_EMAIL,
} as const;

/** Pages of the dashboard that the site links to. */
export const dashboard = {
  register: `${addresses.dashboard}/register`,
  logIn: `${addresses.dashboard}/login/`,
  home: `${addresses.dashboard}/dash/home/`,
  /**
   * The checkout of a plan by its number of months. A new customer creates an account first, and the plan
   * stays selected.
   */
  choosePlan: (months: number) => `${addresses.dashboard}/payment/subscription?plan=${months}-months`,
  /** The page on which a customer creates configs. */
  config: (protocol: 'wireguard' | 'openvpn') => `${addresses.dashboard}/dash/download/?protocol=${protocol}`,
} as const;
