import { resolve } from 'node:path';
import { api } from '@comet/contract';
import { readEnvironment } from '@comet/foundation/environment';
import { collectorUrl, scrapeAddress } from '@comet/observability';
import { entriesOf, type Environment, environment } from './environment.ts';
import type { LedgerArchiveSettings } from './features/ledger-archive/index.ts';
import type { BlobSettings } from './platform/blobs/open-blob-store.ts';
import type { ChatwootSettings } from './platform/chatwoot/chatwoot.ts';
import type { NatsSettings } from './platform/nats/nats-connection.ts';
import type { SocialSettings } from './platform/identity/identity-providers.ts';

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Configured completely or not at all. */
function chatwootFrom(from: Environment): ChatwootSettings | null {
  const { CHATWOOT_URL: url, CHATWOOT_INBOX: inbox, CHATWOOT_HMAC_TOKEN: hmacToken } = from;
  if (url === undefined && inbox === '' && hmacToken === '') return null;
  if (url === undefined || inbox === '' || hmacToken === '')
    throw new Error(
      'CHATWOOT_URL, CHATWOOT_INBOX and CHATWOOT_HMAC_TOKEN belong together: set all of them or none.',
    );
  return { url: withoutSlash(url), inbox, hmacToken };
}

/** A provider is configured completely or not at all; a partial configuration is an error. */
function socialFrom(from: Environment): SocialSettings {
  const has = (...names: readonly (keyof typeof from)[]): boolean => {
    const missing = names.filter((name) => from[name] === '');
    if (missing.length > 0 && missing.length < names.length)
      throw new Error(
        `${names.join(', ')} belong together: set all of them or none; ${missing.join(', ')} missing.`,
      );
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
          // Many environment files allow only one line per variable.
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

/** Where old entries of the ledger are stored, and after how many months; null without a store. */
function ledgerArchiveFrom(from: Environment): LedgerArchiveSettings | null {
  const { LEDGER_ARCHIVE_DIR: folder, LEDGER_ARCHIVE_AFTER_MONTHS: months } = from;
  const afterMonths = months ?? null;
  const blobs = folder === '' ? blobsFrom({ ...from, ATTACHMENTS_DIR: '' }) : { folder: resolve(folder) };
  if (blobs === null && afterMonths !== null)
    throw new Error('LEDGER_ARCHIVE_AFTER_MONTHS needs LEDGER_ARCHIVE_DIR or S3_BUCKET_URL.');
  return blobs === null ? null : { blobs, afterMonths };
}

/** A folder or a bucket for attachments, not both; null for the database. */
function blobsFrom(from: Environment): BlobSettings | null {
  const {
    ATTACHMENTS_DIR: folder,
    S3_BUCKET_URL: url,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  } = from;
  if ((url === undefined) !== (accessKey === '') || (accessKey === '') !== (secretKey === ''))
    throw new Error(
      'S3_BUCKET_URL, S3_ACCESS_KEY and S3_SECRET_KEY belong together: set all of them or none.',
    );
  if (url === undefined) return folder === '' ? null : { folder: resolve(folder) };
  if (folder !== '')
    throw new Error('ATTACHMENTS_DIR and S3_BUCKET_URL exclude each other: set one of them.');
  return { bucketUrl: withoutSlash(url), region: from.S3_REGION, accessKey, secretKey };
}

/** Null without NATS. */
function natsFrom({ NATS_URL, NATS_ACCOUNT_SEED: accountSeed }: Environment): NatsSettings | null {
  const servers = entriesOf(NATS_URL);
  if ((servers.length === 0) !== (accountSeed === ''))
    throw new Error('NATS_URL and NATS_ACCOUNT_SEED belong together: set both or none.');
  return servers.length === 0 ? null : { servers, accountSeed };
}

/**
 * Reads the variables; throws an Error with a sentence per missing or malformed one, all in one line. With COMET_ENV=production it is a list
 * with a line for each, also for values for development and for `more`, which is otherwise ignored.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  more: readonly string[] = [],
): Settings {
  const isProduction = env['COMET_ENV'] === 'production';
  const read = readEnvironment(environment, env);
  const faults = [...(read.ok ? [] : read.error), ...(isProduction ? more : [])];
  if (isProduction && faults.length > 0)
    throw new Error(['With COMET_ENV=production these settings must be changed:', ...faults].join('\n  '));
  if (!read.ok) throw new Error(faults.join(' '));
  return settingsFrom(read.value);
}

/** The settings of the process from its environment; each is explained in `environment.ts`. */
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
    /** Null without a replica. */
    replicaUrl: from.DATABASE_REPLICA_URL ?? null,
    host: from.HOST,
    port: from.PORT,
    drainMs: from.DRAIN_SECONDS * 1000,
    publicUrl,
    dashboardUrl,
    siteUrl: withoutSlash(from.SITE_URL ?? dashboardUrl),
    echoUrl: from.ECHO_URL ?? `${publicUrl}${api.callerAddress.path}`,
    gatewayRelay: from.GATEWAY_RELAY === '' ? null : from.GATEWAY_RELAY,
    smtpUrl: from.SMTP_URL,
    apiAddresses: entriesOf(from.API_ADDRESSES),
    bridgeMail: from.BRIDGE_MAIL === '' ? null : from.BRIDGE_MAIL.toLowerCase(),
    mailFrom: from.MAIL_FROM,
    dkimSelector: from.DKIM_SELECTOR === '' ? null : from.DKIM_SELECTOR,
    supportMail,
    operatorConsole:
      from.CONSOLE_URL === undefined
        ? null
        : { url: new URL(from.CONSOLE_URL).origin, host: from.CONSOLE_HOST, port: from.CONSOLE_PORT },
    /** In cents. */
    secondPersonAbove: Number(from.REFUND_SECOND_PERSON_ABOVE.replace('.', '')),
    replies: {
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
    webFolder: resolve(from.WEB_DIR),
    blobs: blobsFrom(from),
    ledgerArchive: ledgerArchiveFrom(from),
    backups: { stanza: from.BACKUP_STANZA, programs: from.POSTGRES_PROGRAMS },
    nats: natsFrom(from),
    trustedProxies: entriesOf(from.TRUSTED_PROXIES),
    metrics: scrapeAddress(from),
    tracesUrl: collectorUrl(from),
    ownNetworks: entriesOf(from.OWN_NETWORKS),
    logLevel: from.LOG_LEVEL,
    isProduction: from.COMET_ENV === 'production',
    isAppPublished: from.PACKAGES_DIR !== '',
  };
}
