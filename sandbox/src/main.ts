import { readEnvironment } from '@comet/foundation/environment';
import { environment } from './environment.ts';
import { startSandbox } from './sandbox.ts';

/** `node sandbox/src/main.ts`: the sandbox as a separate process, configured by environment variables (see README.md). */
const read = readEnvironment(environment, process.env);
if (!read.ok) {
  console.error(read.error.join('\n'));
  process.exit(2);
}
const from = read.value;
const withoutSlash = (url: string) => url.replace(/\/$/, '');
const sandbox = await startSandbox({
  host: from.HOST,
  port: from.PORT,
  smtpPort: from.SMTP_PORT,
  stateFile: from.STATE_FILE ?? null,
  ...(from.REPLIES_SMTP_PORT === undefined ? {} : { repliesPort: from.REPLIES_SMTP_PORT }),
  ...(from.PUBLIC_URL === undefined ? {} : { publicUrl: withoutSlash(from.PUBLIC_URL) }),
  paddle: {
    apiKey: from.PADDLE_API_KEY,
    webhookUrl: from.PADDLE_WEBHOOK_URL,
    webhookSecret: from.PADDLE_WEBHOOK_SECRET,
  },
  coingate: { apiToken: from.COINGATE_API_TOKEN },
  releases: { signingKey: from.RELEASE_SIGNING_KEY },
  ...(from.CHATWOOT_INBOX === undefined
    ? {}
    : { chatwoot: { inbox: from.CHATWOOT_INBOX, hmacToken: from.CHATWOOT_HMAC_TOKEN ?? '' } }),
  identity: () => ({
    appName: 'Comet VPN',
    url: withoutSlash(from.IDENTITY_URL),
    google: {
      clientId: from.GOOGLE_CLIENT_ID,
      clientSecret: from.GOOGLE_CLIENT_SECRET,
      redirectUri: from.GOOGLE_REDIRECT_URI,
    },
    apple: {
      clientId: from.APPLE_CLIENT_ID,
      teamId: from.APPLE_TEAM_ID,
      keyId: from.APPLE_KEY_ID,
      publicKey: from.APPLE_PUBLIC_KEY,
      redirectUri: from.APPLE_REDIRECT_URI,
    },
    facebook: {
      appId: from.FACEBOOK_APP_ID,
      appSecret: from.FACEBOOK_APP_SECRET,
      redirectUri: from.FACEBOOK_REDIRECT_URI,
    },
  }),
});
console.log(`The sandbox listens on ${sandbox.url}, mail on port ${sandbox.smtpPort}.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
