import { createPublicKey } from 'node:crypto';
import { ECHO_IN_LAB } from '../lab/start-lab.ts';
import { type Addresses, portBlock } from '../addresses.ts';
import { nodeEnvironment } from '../repository.ts';
import type { StateFolder } from '../state/folder.ts';
import type { Secrets } from '../state/secrets.ts';

const googleClientId = '407408718192-comet.apps.googleusercontent.com';
const appleClientId = 'test.comet.dashboard';
const appleTeamId = 'COMETTEAM1';
const appleKeyId = 'COMETKEY01';
const facebookAppId = '1234567890123456';

/**
 * Returns the environment of the API and its commands. `connectProxySocket` is the lab's CONNECT proxy, through which the API reaches
 * gateways and the echo page; null without a lab.
 */
export function apiEnvironment(
  port: number,
  addresses: Addresses,
  secrets: Secrets,
  folder: StateFolder,
  connectProxySocket: string | null,
): Record<string, string> {
  const ports = portBlock(port);
  return {
    ...nodeEnvironment,
    NODE_ENV: 'production',
    DATABASE_URL: addresses.database,
    HOST: '127.0.0.1',
    PORT: String(ports.api),
    PUBLIC_URL: addresses.api,
    DASHBOARD_URL: addresses.dashboard,
    SITE_URL: addresses.site,
    // The API sees every call from the lab as from this machine.
    ...(connectProxySocket === null ? {} : { ECHO_URL: ECHO_IN_LAB, GATEWAY_RELAY: connectProxySocket }),
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: 'Comet VPN <hello@comet.test>',
    SUPPORT_MAIL: 'support@comet.test',
    REPLY_MAIL: 'replies@comet.test',
    MAIL_INTAKE_PORT: String(ports.replies),
    CONSOLE_URL: addresses.operatorConsole,
    CONSOLE_PORT: String(ports.operatorConsole),
    METRICS_PORT: String(ports.metrics),
    PADDLE_API_URL: `${addresses.sandbox}/paddle`,
    PADDLE_API_KEY: secrets.paddleApiKey,
    PADDLE_CLIENT_TOKEN: secrets.paddleClientToken,
    PADDLE_WEBHOOK_SECRET: secrets.paddleWebhookSecret,
    PADDLE_JS_URL: `${addresses.sandbox}/paddle/paddle.js`,
    COINGATE_API_URL: `${addresses.sandbox}/coingate/v2`,
    COINGATE_API_TOKEN: secrets.coingateApiToken,
    GOOGLE_ISSUER: `${addresses.sandbox}/google`,
    GOOGLE_CLIENT_ID: googleClientId,
    GOOGLE_CLIENT_SECRET: secrets.googleClientSecret,
    APPLE_ISSUER: `${addresses.sandbox}/apple`,
    APPLE_CLIENT_ID: appleClientId,
    APPLE_TEAM_ID: appleTeamId,
    APPLE_KEY_ID: appleKeyId,
    APPLE_PRIVATE_KEY: secrets.applePrivateKey,
    FACEBOOK_DIALOG_URL: `${addresses.sandbox}/facebook/v25.0/dialog/oauth`,
    FACEBOOK_GRAPH_URL: `${addresses.sandbox}/facebook/graph/v25.0`,
    FACEBOOK_APP_ID: facebookAppId,
    FACEBOOK_APP_SECRET: secrets.facebookAppSecret,
    KEYS_DIR: folder.keys,
    ATTACHMENTS_DIR: folder.attachments,
    // The dashboard's server in front of the API is the only proxy.
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
}

/** Returns the environment variables of the sandbox of the stack at `port`. All its servers listen on 127.0.0.1. */
export function sandboxEnvironment(
  port: number,
  addresses: Addresses,
  secrets: Secrets,
  folder: StateFolder,
): Record<string, string> {
  const ports = portBlock(port);
  return {
    ...nodeEnvironment,
    HOST: '127.0.0.1',
    PORT: String(ports.sandbox),
    SMTP_PORT: String(ports.smtp),
    REPLIES_SMTP_PORT: String(ports.replies),
    STATE_FILE: folder.sandbox,
    PUBLIC_URL: addresses.sandbox,
    PADDLE_API_KEY: secrets.paddleApiKey,
    PADDLE_WEBHOOK_URL: `${addresses.api}/api/v1/webhooks/paddle`,
    PADDLE_WEBHOOK_SECRET: secrets.paddleWebhookSecret,
    COINGATE_API_TOKEN: secrets.coingateApiToken,
    RELEASE_SIGNING_KEY: secrets.releaseSigningKey,
    IDENTITY_URL: addresses.sandbox,
    GOOGLE_CLIENT_ID: googleClientId,
    GOOGLE_CLIENT_SECRET: secrets.googleClientSecret,
    GOOGLE_REDIRECT_URI: `${addresses.dashboard}/login/google/callback`,
    APPLE_CLIENT_ID: appleClientId,
    APPLE_TEAM_ID: appleTeamId,
    APPLE_KEY_ID: appleKeyId,
    APPLE_PUBLIC_KEY: publicKeyOf(secrets.applePrivateKey),
    APPLE_REDIRECT_URI: `${addresses.api}/api/v1/users/social-network-callback/apple`,
    FACEBOOK_APP_ID: facebookAppId,
    FACEBOOK_APP_SECRET: secrets.facebookAppSecret,
    FACEBOOK_REDIRECT_URI: `${addresses.dashboard}/login/facebook/callback`,
  };
}

function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}
