import { resolve } from 'node:path';
import { api } from '@comet/contract';
import { readEnvironment } from '@comet/foundation/environment';
import { entriesOf, type Environment, environment } from './environment.ts';
import { chatwootFrom, socialFrom, withoutSlash } from './provider-settings.ts';

/** Reads the environment; throws a sentence for each variable that is missing or malformed, on one line. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const read = readEnvironment(environment, env);
  if (!read.ok) throw new Error(read.error.join(' '));
  return settingsFrom(read.value);
}

/** What the process is told by its environment; each is explained in `environment.ts`. */
export type Settings = Readonly<ReturnType<typeof settingsFrom>>;

/** `Comet <hello@comet.example>` → `hello@comet.example`. */
const addressIn = (mailbox: string) => /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox;

function settingsFrom(from: Environment) {
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
