import { variable } from '@comet/foundation/environment';
import * as z from 'zod/mini';

const text = z.string();
const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535));
const needed = (must: string, meaning: string) => variable(text, { must, meaning });
const aPort = 'a port, 0 to 65535';
const app = (provider: string, part: string) =>
  needed(`the app's ${part} at ${provider}`, `the app's ${part} at ${provider}`);

/** The environment variables of `node sandbox/src/main.ts`, listed in README.md. */
export const environment = z
  .object({
    HOST: variable(z._default(text, '127.0.0.1'), { must: 'an address', meaning: 'loopback only' }),
    PORT: variable(z._default(port, 4803), { must: aPort, meaning: 'the listening port' }),
    SMTP_PORT: variable(z._default(port, 4804), { must: aPort, meaning: 'port of the SMTP server' }),
    REPLIES_SMTP_PORT: variable(z.optional(port), {
      must: aPort,
      meaning: "the port for replies to emails: the API's `MAIL_INTAKE_PORT`",
    }),
    STATE_FILE: variable(z.optional(text), {
      must: 'a path',
      meaning:
        "JSON, replaced atomically before a change is answered; contains emails, Paddle's entities, unsent webhooks and the clock. Without it the state is only in memory",
    }),
    PUBLIC_URL: variable(z.optional(text), {
      must: 'an address',
      meaning: 'the address that browsers and the API use',
      otherwise: '`http://HOST:PORT`',
    }),
    PADDLE_API_KEY: needed('a key', 'the key that the API must send'),
    PADDLE_WEBHOOK_URL: needed('an address', 'the URL to which webhooks are sent'),
    PADDLE_WEBHOOK_SECRET: needed('a secret', 'the secret that signs webhooks'),
    COINGATE_API_TOKEN: needed('a token', 'the token that the API must send'),
    CHATWOOT_INBOX: variable(z.optional(text), {
      must: 'the identifier of an inbox',
      meaning: 'offers Chatwoot under `/chatwoot`, with this inbox',
    }),
    CHATWOOT_HMAC_TOKEN: variable(z.optional(text), {
      must: 'a token',
      meaning: "that inbox's token for identity validation",
    }),
    RELEASE_SIGNING_KEY: needed(
      'an Ed25519 key as PEM',
      'Ed25519, PKCS #8 as PEM: signs the files under `/releases/`',
    ),
    IDENTITY_URL: needed(
      'an address',
      "the sandbox's address as the identity providers use it, preferably with another host name than the dashboard (127.0.0.1 instead of `localhost`), so that cookies behave as cross-site",
    ),
    GOOGLE_CLIENT_ID: app('Google', 'id'),
    GOOGLE_CLIENT_SECRET: app('Google', 'secret'),
    GOOGLE_REDIRECT_URI: app('Google', 'redirect address'),
    APPLE_CLIENT_ID: app('Apple', 'id'),
    APPLE_TEAM_ID: app('Apple', 'team id'),
    APPLE_KEY_ID: app('Apple', 'key id'),
    APPLE_PUBLIC_KEY: app('Apple', 'public key (PEM)'),
    APPLE_REDIRECT_URI: app('Apple', 'redirect address'),
    FACEBOOK_APP_ID: app('Facebook', 'id'),
    FACEBOOK_APP_SECRET: app('Facebook', 'secret'),
    FACEBOOK_REDIRECT_URI: app('Facebook', 'redirect address'),
  })
  .check(
    z.refine((given) => given.CHATWOOT_INBOX === undefined || given.CHATWOOT_HMAC_TOKEN !== undefined, {
      path: ['CHATWOOT_HMAC_TOKEN'],
    }),
  );
