import { readEnvironment, secretNames } from '@comet/foundation/environment';
import { environment } from '../environment.ts';
import { companyQuestions } from './company-questions.ts';
import type { Question } from './question.ts';
import type { Variables } from './settings-file.ts';

const paymentsAre =
  (...kinds: readonly string[]) =>
  (answers: Variables): boolean =>
    kinds.includes(answers['PAYMENTS'] ?? '');

const ofDomain =
  (prefix: string) =>
  (answers: Variables): string =>
    `${prefix}${answers['DOMAIN']}`;

/** Names that the settings schema accepts; a hostname of at least two labels (RFC 1123 §2.1). */
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

const ownOrigin = (value: string, answers: Variables): string | null => {
  const origin = (name: string) => URL.parse(answers[name] ?? '')?.origin;
  const own = URL.parse(value)?.origin;
  return own === origin('SITE_URL') || own === origin('DASHBOARD_URL')
    ? 'it must have another host than the site and the dashboard'
    : null;
};

/** The questions in their order: each may depend on the answers before it. */
export const questions: readonly Question[] = [
  {
    name: 'DOMAIN',
    text: 'Domain of your service, as in acme.org',
    fallback: (_answers, { settings }) => URL.parse(settings['SITE_URL'] ?? '')?.hostname,
    fault: (value) => (domain.test(value) ? null : 'it must be a domain like acme.org, in lower case'),
  },
  { name: 'SITE_URL', text: 'Address of the site', fallback: ofDomain('https://') },
  {
    name: 'DASHBOARD_URL',
    text: 'Address of the dashboard',
    fallback: ofDomain('https://dash.'),
    fault: (value, answers) =>
      URL.parse(value)?.origin === URL.parse(answers['SITE_URL'] ?? '')?.origin
        ? 'it must have another host than the site'
        : null,
  },
  { name: 'PUBLIC_URL', text: 'Address of the API', fallback: ofDomain('https://api.') },
  {
    name: 'CONSOLE_URL',
    text: 'Address of the operator console',
    fallback: ofDomain('https://console.'),
    isOptional: true,
    fault: ownOrigin,
  },
  {
    name: 'TLS',
    text: 'Web server and certificates',
    choices: {
      public: 'Caddy on this machine, with certificates that browsers trust',
      internal: 'Caddy on this machine, with certificates of its own CA, for trials without public DNS',
      none: 'a web server of your own',
    },
    fallback: (_answers, { settings, tls }) => tls ?? (isInstalled(settings) ? 'none' : 'public'),
  },
  {
    name: 'DATABASE',
    text: 'Database',
    choices: {
      local: 'PostgreSQL on this machine; role and database are created if they are missing',
      other: 'a database that exists, by its address',
    },
    fallback: (_answers, { settings, hasLocalPostgres }) => {
      if (settings['DATABASE_URL_FILE']) return 'other';
      const url = settings['DATABASE_URL'];
      return (url ? isLocalDatabase(url) : hasLocalPostgres) ? 'local' : 'other';
    },
  },
  {
    name: 'DATABASE_URL',
    text: 'Address of the database, postgres://USER:PASSWORD@HOST:PORT/NAME',
    applies: ({ DATABASE: kind }) => kind === 'other',
  },
  { name: 'SMTP_URL', text: 'Mail server, as in smtps://user:password@mail.acme.org:465' },
  { name: 'MAIL_FROM', text: 'Sender of emails', fallback: ofDomain('hello@') },
  { name: 'SUPPORT_MAIL', text: 'Mailbox for support tickets', fallback: ofDomain('support@') },
  {
    name: 'PAYMENTS',
    text: 'Payments by Paddle',
    choices: {
      live: 'customers pay',
      sandbox: 'Paddle’s sandbox, for trials: nobody pays',
      none: 'not yet: nothing can be bought',
    },
    fallback: (_answers, { settings }) => paymentsIn(settings),
  },
  { name: 'PADDLE_API_KEY', text: 'Paddle’s API key', applies: paymentsAre('live', 'sandbox') },
  {
    name: 'PADDLE_CLIENT_TOKEN',
    text: 'Paddle’s client-side token',
    applies: paymentsAre('live', 'sandbox'),
  },
  {
    name: 'PADDLE_WEBHOOK_SECRET',
    text: 'Secret of the notification destination API/api/v1/webhooks/paddle in Paddle',
    applies: paymentsAre('live', 'sandbox'),
  },
  {
    name: 'COINGATE_API_TOKEN',
    text: 'CoinGate’s token, for crypto payments',
    applies: paymentsAre('live'),
    isOptional: true,
    fallback: () => '',
  },
  ...companyQuestions,
];

/** Whether the settings are those of an installation, not the package’s empty ones. */
export const isInstalled = (settings: Variables): boolean => Boolean(settings['SITE_URL']);

/** Returns whether a database is on this machine, reached by TCP. */
export function isLocalDatabase(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return ['127.0.0.1', 'localhost', '[::1]'].includes(host);
}

/** What the settings use Paddle for. */
export function paymentsIn(settings: Variables): string {
  if (!settings['PADDLE_API_KEY'] && !settings['PADDLE_API_KEY_FILE']) return 'none';
  return settings['PADDLE_API_URL'] === 'production' ? 'live' : 'sandbox';
}

const secrets = new Set(secretNames(environment));

/** Returns whether the setting `name` is a secret, which is not printed. */
export const isSecret = (name: string): boolean => secrets.has(name);

/** Returns what is wrong with an answer, in one sentence that follows its name; null if it is right. */
export function faultOf(question: Question, value: string, answers: Variables): string | null {
  const { name, choices, isOptional } = question;
  if (/\p{Cc}/u.test(value)) return 'it must be one line without tabs or other control characters';
  if (choices !== undefined)
    return Object.hasOwn(choices, value) ? null : `it must be one of ${Object.keys(choices).join(', ')}`;
  if (value === '') return isOptional ? null : 'it must not be empty';
  return (
    (name in environment.shape ? settingFault(name, value, answers) : null) ??
    question.fault?.(value, answers) ??
    null
  );
}

/** As the API judges it in production; without live payments, the providers’ values are those of their sandboxes. */
export function settingFault(name: string, value: string, answers: Variables): string | null {
  const isTrial = /^(PADDLE|COINGATE)_/.test(name) && answers['PAYMENTS'] !== 'live';
  const kind = isTrial ? 'development' : 'production';
  const read = readEnvironment(environment, { COMET_ENV: kind, [name]: value });
  const sentence = read.ok ? undefined : read.error.find((one) => one.startsWith(`${name} `));
  return sentence === undefined ? null : sentence.slice(name.length + 1).replace(/\.$/, '');
}
