import { startSandbox } from './sandbox.ts';

/** `node sandbox/src/main.ts`: the sandbox as a process of its own, set up by environment variables (see README.md). */
function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    console.error(`The sandbox needs the environment variable ${name}; README.md lists them all.`);
    process.exit(2);
  }
  return value;
}

const publicUrl = process.env['PUBLIC_URL'];
const answersPort = process.env['ANSWERS_SMTP_PORT'];
const sandbox = await startSandbox({
  host: process.env['HOST'] ?? '127.0.0.1',
  port: Number(process.env['PORT'] ?? 4803),
  smtpPort: Number(process.env['SMTP_PORT'] ?? 4804),
  stateFile: process.env['STATE_FILE'] ?? null,
  ...(answersPort === undefined ? {} : { answersPort: Number(answersPort) }),
  ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/$/, '') }),
  paddle: {
    apiKey: required('PADDLE_API_KEY'),
    webhookUrl: required('PADDLE_WEBHOOK_URL'),
    webhookSecret: required('PADDLE_WEBHOOK_SECRET'),
  },
  coingate: { apiToken: required('COINGATE_API_TOKEN') },
  releases: { signingKey: required('RELEASE_SIGNING_KEY') },
  ...(process.env['CHATWOOT_INBOX'] === undefined
    ? {}
    : { chatwoot: { inbox: process.env['CHATWOOT_INBOX'], hmacToken: required('CHATWOOT_HMAC_TOKEN') } }),
  identity: () => ({
    appName: 'Comet VPN',
    url: required('IDENTITY_URL').replace(/\/$/, ''),
    google: {
      clientId: required('GOOGLE_CLIENT_ID'),
      clientSecret: required('GOOGLE_CLIENT_SECRET'),
      redirectUri: required('GOOGLE_REDIRECT_URI'),
    },
    apple: {
      clientId: required('APPLE_CLIENT_ID'),
      teamId: required('APPLE_TEAM_ID'),
      keyId: required('APPLE_KEY_ID'),
      publicKey: required('APPLE_PUBLIC_KEY'),
      redirectUri: required('APPLE_REDIRECT_URI'),
    },
    facebook: {
      appId: required('FACEBOOK_APP_ID'),
      appSecret: required('FACEBOOK_APP_SECRET'),
      redirectUri: required('FACEBOOK_REDIRECT_URI'),
    },
  }),
});
console.log(`The sandbox listens on ${sandbox.url}, mail on port ${sandbox.smtpPort}.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
