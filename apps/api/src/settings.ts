import { resolve } from 'node:path';
import { api } from '@comet/contract';
import { entriesOf, environment, withoutSlash } from './environment.ts';
import type { ChatwootSettings } from './platform/chatwoot/chatwoot.ts';
import type { SocialSettings } from './platform/identity/offered.ts';
import { chatwootFrom, socialFrom } from './provider-settings.ts';

/** What the process is told by its environment. Everything has a default that suits one machine, except the database. */
export interface Settings {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Where clients reach this API, without a trailing slash. */
  readonly publicUrl: string;
  readonly dashboardUrl: string;
  /** The marketing site; people are sent back to it after they wrote to us there. */
  readonly siteUrl: string;
  /** A page that answers with the address it is asked from, as `{ "address": … }`, for programs that look where they come out. */
  readonly echoUrl: string;
  /** A unix socket that answers CONNECT, by which gateways' proxies are reached; null where there is a route to them. */
  readonly gatewayRelay: string | null;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** Where tickets go: what only a person can settle. */
  readonly supportMail: string;
  /** The operator's desk, on an origin of its own; null where there is none. */
  readonly desk: { readonly url: string; readonly host: string; readonly port: number } | null;
  /** How answers to tickets come in by mail. */
  readonly answers: {
    /** Our mailbox for them, `replies@comet.example`, whose mails with anything behind a plus come to us; null where none come in. */
    readonly mailbox: string | null;
    /** Whose answers count as ours. */
    readonly operators: readonly string[];
    /** Where they are taken by SMTP. */
    readonly host: string;
    readonly port: number;
  };
  readonly paddle: {
    /** A base address, or Paddle's own words for its two environments. */
    readonly apiUrl: string;
    readonly apiKey: string;
    readonly clientToken: string;
    /** Several are live while a secret is being replaced. */
    readonly webhookSecrets: readonly string[];
    readonly scriptUrl: string;
  };
  readonly coingate: {
    readonly apiUrl: string;
    /** Empty where nothing is taken in crypto. */
    readonly apiToken: string;
  };
  readonly social: SocialSettings;
  /** A hosted Chatwoot that keeps what customers write instead of us; null where we do. */
  readonly chatwoot: ChatwootSettings | null;
  /** A folder that only this process may read, as an absolute path. */
  readonly keysFolder: string;
  /** Addresses or prefixes whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Whoever reads `/metrics` sends it as a bearer token; null where nobody may. */
  readonly metricsToken: string | null;
  /** Networks, as CIDR, of machines of ours that nobody else tells of: replicas, monitoring. Nobody reaches them by an exit. */
  readonly ownNetworks: readonly string[];
  readonly logLevel: string;
}

/** `Comet <hello@comet.example>` → `hello@comet.example`. */
const addressIn = (mailbox: string) => /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox;

/** Reads the environment; throws one sentence that names every variable that is missing or malformed. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))].join(', ');
    throw new Error(`The environment is not complete: ${names} missing or malformed.`);
  }
  const from = parsed.data;
  const publicUrl = withoutSlash(from.PUBLIC_URL ?? `http://${from.HOST}:${from.PORT}`);
  const dashboardUrl = withoutSlash(from.DASHBOARD_URL ?? publicUrl);
  const supportMail = from.SUPPORT_MAIL === '' ? addressIn(from.MAIL_FROM) : from.SUPPORT_MAIL;
  const operators = entriesOf(from.SUPPORT_OPERATORS.toLowerCase());
  return {
    databaseUrl: from.DATABASE_URL,
    host: from.HOST,
    port: from.PORT,
    publicUrl,
    dashboardUrl,
    siteUrl: withoutSlash(from.SITE_URL ?? dashboardUrl),
    echoUrl: from.ECHO_URL ?? `${publicUrl}${api.callerAddress.path}`,
    gatewayRelay: from.GATEWAY_RELAY === '' ? null : from.GATEWAY_RELAY,
    smtpUrl: from.SMTP_URL,
    mailFrom: from.MAIL_FROM,
    supportMail,
    desk:
      from.DESK_URL === undefined
        ? null
        : { url: new URL(from.DESK_URL).origin, host: from.DESK_HOST, port: from.DESK_PORT },
    answers: {
      mailbox: from.REPLY_MAIL === '' ? null : from.REPLY_MAIL.toLowerCase(),
      operators: operators.length === 0 ? [supportMail.toLowerCase()] : operators,
      host: from.MAIL_INTAKE_HOST,
      port: from.MAIL_INTAKE_PORT,
    },
    paddle: {
      apiUrl: withoutSlash(from.PADDLE_API_URL),
      apiKey: from.PADDLE_API_KEY,
      clientToken: from.PADDLE_CLIENT_TOKEN,
      webhookSecrets: entriesOf(from.PADDLE_WEBHOOK_SECRET),
      scriptUrl: from.PADDLE_JS_URL,
    },
    coingate: { apiUrl: withoutSlash(from.COINGATE_API_URL), apiToken: from.COINGATE_API_TOKEN },
    social: socialFrom(from),
    chatwoot: chatwootFrom(from),
    keysFolder: resolve(from.KEYS_DIR),
    trustedProxies: entriesOf(from.TRUSTED_PROXIES),
    metricsToken: from.METRICS_TOKEN === '' ? null : from.METRICS_TOKEN,
    ownNetworks: entriesOf(from.OWN_NETWORKS),
    logLevel: from.LOG_LEVEL,
  };
}
