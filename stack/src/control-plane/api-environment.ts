import { type Addresses, portBlock } from '../addresses.ts';
import { nodeEnvironment } from '../repository.ts';
import type { StateFolder } from '../state/folder.ts';
import type { Secrets } from '../state/secrets.ts';

/** What the API is told, for every one of its commands. */
export function apiEnvironment(
  port: number,
  addresses: Addresses,
  secrets: Secrets,
  folder: StateFolder,
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
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: 'Comet VPN <hello@comet.test>',
    PADDLE_API_URL: `${addresses.sandbox}/paddle`,
    PADDLE_API_KEY: secrets.paddleApiKey,
    PADDLE_CLIENT_TOKEN: secrets.paddleClientToken,
    PADDLE_WEBHOOK_SECRET: secrets.paddleWebhookSecret,
    PADDLE_JS_URL: `${addresses.sandbox}/paddle/paddle.js`,
    KEYS_DIR: folder.keys,
    // The dashboard's server in front of the API is the only proxy.
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
}

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
    STATE_FILE: folder.sandbox,
    PUBLIC_URL: addresses.sandbox,
    PADDLE_API_KEY: secrets.paddleApiKey,
    PADDLE_WEBHOOK_URL: `${addresses.api}/api/v1/webhooks/paddle`,
    PADDLE_WEBHOOK_SECRET: secrets.paddleWebhookSecret,
  };
}
