import { variable } from '@comet/foundation/environment';
import { isDevelopmentUrl } from '@comet/foundation/development-url';
import * as z from 'zod/mini';

const text = z.string();
const none = z._default(text, '');
const plainOrTls = text.check(z.regex(/^https?:\/\/\S+$/));
/** Identity providers require TLS; plain HTTP is for test servers on loopback addresses. */
const overTls = text.check(z.regex(/^(https:\/\/\S+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]\S*)?)$/));

const anAddress = 'an address like https://comet.example';
const tlsAddress = 'an https:// address (http:// on this machine only)';
const aWord = 'as the provider gave it';
const plain = (meaning: string) => variable(none, { must: aWord, meaning });
const secret = (meaning: string) => variable(none, { must: aWord, meaning, secret: true });
const isDevelopmentUrlIfSet = (given: string | undefined) => given !== undefined && isDevelopmentUrl(given);
const where = (otherwise: string) =>
  variable(z._default(overTls, otherwise), {
    must: tlsAddress,
    meaning: 'the URL of the provider',
    production: { refuses: isDevelopmentUrlIfSet, set: `none: it is ${otherwise}` },
  });
/** Required in production, unless `isTest` returns true: a value of the provider's sandbox. */
const liveSecret = (meaning: string, set: string, isTest: (given: string) => boolean = () => false) =>
  variable(none, {
    ...{ must: aWord, meaning, secret: true },
    production: { refuses: (given) => given === undefined || isTest(given), set },
  });

/** Payment providers, hosted support and identity providers: each is configured completely or not at all. */
export const providerVariables = {
  PADDLE_API_URL: variable(
    z._default(text.check(z.regex(/^(sandbox|production|https?:\/\/\S+)$/)), 'sandbox'),
    {
      must: '`sandbox`, `production` or an address like https://paddle.example',
      meaning: "Paddle Billing's API: `production`, Paddle's own `sandbox`, or the URL of a replacement",
      production: { refuses: (given) => given !== 'production', set: 'production' },
    },
  ),
  PADDLE_API_KEY: liveSecret("Paddle's API key", "Paddle's live API key", (given) =>
    given.includes('_sdbx_'),
  ),
  PADDLE_CLIENT_TOKEN: liveSecret(
    "Paddle's token for the checkout in the browser",
    "Paddle's live client-side token",
    (given) => given.startsWith('test_'),
  ),
  PADDLE_WEBHOOK_SECRET: liveSecret(
    'the secret of the notifications that Paddle sends to `PUBLIC_URL/api/v1/webhooks/paddle`; it may be a comma-separated list while it is being replaced',
    "the secret of the notification destination in Paddle's dashboard",
  ),
  PADDLE_JS_URL: variable(z._default(plainOrTls, 'https://cdn.paddle.com/paddle/v2/paddle.js'), {
    must: anAddress,
    meaning: "Paddle's script for the checkout",
    production: { refuses: isDevelopmentUrlIfSet, set: "none: it is Paddle's" },
  }),
  COINGATE_API_URL: variable(z._default(plainOrTls, 'https://api.coingate.com/v2'), {
    must: anAddress,
    meaning:
      "CoinGate's API; its callbacks come to `PUBLIC_URL`, and a redirect or 401 response ends their delivery permanently",
    production: {
      refuses: (given) => isDevelopmentUrlIfSet(given) || /sandbox/.test(given ?? ''),
      set: 'none: it is https://api.coingate.com/v2',
    },
  }),
  COINGATE_API_TOKEN: secret("CoinGate's token; without it crypto payments are disabled"),
  CHATWOOT_URL: variable(z.optional(overTls), {
    must: tlsAddress,
    meaning:
      'a hosted [Chatwoot](https://www.chatwoot.com) instead of our own tickets for messages in the dashboard: its URL. Set all three Chatwoot variables or none',
    production: { refuses: isDevelopmentUrlIfSet, set: 'the https:// address of your Chatwoot' },
  }),
  CHATWOOT_INBOX: plain('the identifier of an inbox of the kind API'),
  CHATWOOT_HMAC_TOKEN: secret("that inbox's token for identity validation"),
  GOOGLE_ISSUER: where('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: plain(
    'sign-in with Google; a provider without settings is not offered; with incomplete settings the API does not start',
  ),
  GOOGLE_CLIENT_SECRET: secret('sign-in with Google'),
  APPLE_ISSUER: where('https://appleid.apple.com'),
  APPLE_CLIENT_ID: plain('sign-in with Apple'),
  APPLE_TEAM_ID: plain('sign-in with Apple'),
  APPLE_KEY_ID: plain('sign-in with Apple'),
  APPLE_PRIVATE_KEY: secret('sign-in with Apple: the key as PEM, with line ends optionally written as `\\n`'),
  FACEBOOK_DIALOG_URL: where('https://www.facebook.com/v25.0/dialog/oauth'),
  FACEBOOK_GRAPH_URL: where('https://graph.facebook.com/v25.0'),
  FACEBOOK_APP_ID: plain('sign-in with Facebook'),
  FACEBOOK_APP_SECRET: secret('sign-in with Facebook'),
};
