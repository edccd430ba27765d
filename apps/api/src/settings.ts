import { api } from '@comet/contract';
import { isCidr } from '@comet/foundation';
import * as z from 'zod/mini';
import type { ChatwootSettings } from './platform/chatwoot/chatwoot.ts';
import type { SocialSettings } from './platform/identity/offered.ts';

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
  /** A folder that only this process may read; keys are made in it on first use. */
  readonly keysFolder: string;
  /** Addresses or prefixes whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Networks, as CIDR, of machines of ours that nobody else tells of: replicas, monitoring. Nobody reaches them by an exit. */
  readonly ownNetworks: readonly string[];
  readonly logLevel: string;
}

const address = z.string().check(z.regex(/^https?:\/\/\S+$/));

/** Identity providers are spoken to over TLS; plain HTTP is for stand-ins on this machine. */
const provider = z
  .string()
  .check(z.regex(/^(https:\/\/\S+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]\S*)?)$/));
const optional = z._default(z.string(), '');

const environment = z.object({
  DATABASE_URL: z.string().check(z.minLength(1)),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535)), 4800),
  PUBLIC_URL: z.optional(address),
  DASHBOARD_URL: z.optional(address),
  SITE_URL: z.optional(address),
  ECHO_URL: z.optional(address),
  GATEWAY_RELAY: optional,
  SMTP_URL: z._default(z.string(), 'smtp://127.0.0.1:25'),
  MAIL_FROM: z._default(z.string(), 'Comet <hello@comet.example>'),
  SUPPORT_MAIL: optional,
  DESK_URL: z.optional(address),
  DESK_HOST: z._default(z.string(), '127.0.0.1'),
  DESK_PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535)), 4826),
  REPLY_MAIL: optional.check(z.regex(/^([a-z0-9._-]{1,20}@[a-z0-9.-]+)?$/i)),
  SUPPORT_OPERATORS: optional,
  MAIL_INTAKE_HOST: z._default(z.string(), '127.0.0.1'),
  MAIL_INTAKE_PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535)), 4825),
  PADDLE_API_URL: z._default(z.string(), 'sandbox'),
  PADDLE_API_KEY: z._default(z.string(), ''),
  PADDLE_CLIENT_TOKEN: z._default(z.string(), ''),
  PADDLE_WEBHOOK_SECRET: z._default(z.string(), ''),
  PADDLE_JS_URL: z._default(address, 'https://cdn.paddle.com/paddle/v2/paddle.js'),
  COINGATE_API_URL: z._default(address, 'https://api.coingate.com/v2'),
  COINGATE_API_TOKEN: optional,
  CHATWOOT_URL: z.optional(provider),
  CHATWOOT_INBOX: optional,
  CHATWOOT_HMAC_TOKEN: optional,
  GOOGLE_ISSUER: z._default(provider, 'https://accounts.google.com'),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  APPLE_ISSUER: z._default(provider, 'https://appleid.apple.com'),
  APPLE_CLIENT_ID: optional,
  APPLE_TEAM_ID: optional,
  APPLE_KEY_ID: optional,
  APPLE_PRIVATE_KEY: optional,
  FACEBOOK_DIALOG_URL: z._default(provider, 'https://www.facebook.com/v25.0/dialog/oauth'),
  FACEBOOK_GRAPH_URL: z._default(provider, 'https://graph.facebook.com/v25.0'),
  FACEBOOK_APP_ID: optional,
  FACEBOOK_APP_SECRET: optional,
  KEYS_DIR: z._default(z.string().check(z.minLength(1)), './keys'),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  OWN_NETWORKS: optional.check(
    z.refine((text) => text === '' || text.split(',').every((one) => isCidr(one.trim()))),
  ),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
});

const list = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');
/** `Comet <hello@comet.example>` → `hello@comet.example`. */
const addressIn = (mailbox: string) => /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox;
const withoutSlash = (url: string) => url.replace(/\/+$/, '');

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
  const operators = list(from.SUPPORT_OPERATORS.toLowerCase());
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
      webhookSecrets: list(from.PADDLE_WEBHOOK_SECRET),
      scriptUrl: from.PADDLE_JS_URL,
    },
    coingate: { apiUrl: withoutSlash(from.COINGATE_API_URL), apiToken: from.COINGATE_API_TOKEN },
    social: socialFrom(from),
    chatwoot: chatwootFrom(from),
    keysFolder: from.KEYS_DIR,
    trustedProxies: list(from.TRUSTED_PROXIES),
    ownNetworks: list(from.OWN_NETWORKS),
    logLevel: from.LOG_LEVEL,
  };
}

/** Set up in whole or not at all. */
function chatwootFrom(from: z.output<typeof environment>): ChatwootSettings | null {
  const { CHATWOOT_URL: url, CHATWOOT_INBOX: inbox, CHATWOOT_HMAC_TOKEN: hmacToken } = from;
  if (url === undefined && inbox === '' && hmacToken === '') return null;
  if (url === undefined || inbox === '' || hmacToken === '')
    throw new Error(
      'The environment is not complete: CHATWOOT_URL, CHATWOOT_INBOX and CHATWOOT_HMAC_TOKEN belong together.',
    );
  return { url: withoutSlash(url), inbox, hmacToken };
}

/** A provider is set up in whole or not at all; one that is set up by half is a mistake. */
function socialFrom(from: z.output<typeof environment>): SocialSettings {
  const has = (...names: readonly (keyof typeof from)[]): boolean => {
    const missing = names.filter((name) => from[name] === '');
    if (missing.length > 0 && missing.length < names.length)
      throw new Error(`The environment is not complete: ${missing.join(', ')} missing or malformed.`);
    return missing.length === 0;
  };
  return {
    google: has('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
      ? {
          issuer: withoutSlash(from.GOOGLE_ISSUER),
          clientId: from.GOOGLE_CLIENT_ID,
          clientSecret: from.GOOGLE_CLIENT_SECRET,
        }
      : null,
    apple: has('APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY')
      ? {
          issuer: withoutSlash(from.APPLE_ISSUER),
          clientId: from.APPLE_CLIENT_ID,
          teamId: from.APPLE_TEAM_ID,
          keyId: from.APPLE_KEY_ID,
          // Many places that keep an environment can hold one line only.
          privateKey: from.APPLE_PRIVATE_KEY.replaceAll('\\n', '\n'),
        }
      : null,
    facebook: has('FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET')
      ? {
          dialogUrl: from.FACEBOOK_DIALOG_URL,
          graphUrl: withoutSlash(from.FACEBOOK_GRAPH_URL),
          appId: from.FACEBOOK_APP_ID,
          appSecret: from.FACEBOOK_APP_SECRET,
        }
      : null,
  };
}
