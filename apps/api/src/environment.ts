import { isCidr } from '@comet/foundation';
import { trustIn } from './platform/http/trusted-proxies.ts';
import * as z from 'zod/mini';

const address = z.string().check(z.regex(/^https?:\/\/\S+$/));

/** Identity providers are spoken to over TLS; plain HTTP is for stand-ins on this machine. */
const provider = z
  .string()
  .check(z.regex(/^(https:\/\/\S+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]\S*)?)$/));
const optional = z._default(z.string(), '');

/** Whether every entry is an address or a prefix. */
function areTrustable(text: string): boolean {
  try {
    trustIn(entriesOf(text));
    return true;
  } catch {
    return false;
  }
}

/** The entries of a list, apart by commas or spaces. */
export const entriesOf = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((part) => part !== '');

/** The variables by which the process is told; an empty one counts as absent. */
export const environment = z.object({
  DATABASE_URL: z.string().check(z.regex(/^postgres(ql)?:\/\/./)),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535)), 4800),
  PUBLIC_URL: z.optional(address),
  DASHBOARD_URL: z.optional(address),
  SITE_URL: z.optional(address),
  ECHO_URL: z.optional(address),
  GATEWAY_RELAY: optional,
  SMTP_URL: z._default(
    z.string().check(z.refine((text) => /^smtps?:\/\/[^/?#]/.test(text) && URL.canParse(text))),
    'smtp://127.0.0.1:25',
  ),
  MAIL_FROM: z._default(z.string(), 'Comet <hello@comet.example>'),
  SUPPORT_MAIL: optional,
  DESK_URL: z.optional(address),
  DESK_HOST: z._default(z.string(), '127.0.0.1'),
  DESK_PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535)), 4826),
  REPLY_MAIL: optional.check(z.regex(/^([a-z0-9._-]{1,20}@[a-z0-9.-]+)?$/i)),
  SUPPORT_OPERATORS: optional,
  MAIL_INTAKE_HOST: z._default(z.string(), '127.0.0.1'),
  MAIL_INTAKE_PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535)), 4825),
  /** Paddle's own words for its two environments, or the address of a stand-in. */
  PADDLE_API_URL: z._default(z.string().check(z.regex(/^(sandbox|production|https?:\/\/\S+)$/)), 'sandbox'),
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
  TRUSTED_PROXIES: optional.check(z.refine((text) => areTrustable(text))),
  METRICS_TOKEN: optional.check(z.regex(/^([A-Za-z0-9_-]{32,200})?$/)),
  OWN_NETWORKS: optional.check(
    z.refine((text) => text === '' || text.split(',').every((one) => isCidr(one.trim()))),
  ),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
});

export type Environment = z.output<typeof environment>;

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
