import { isCidr, isIp, isNatsAddress } from '@comet/foundation';
import { variable } from '@comet/foundation/environment';
import { logLevels } from '@comet/foundation/log';
import { commonVariables } from '@comet/foundation/common-variables';
import { isDevelopmentUrl } from '@comet/foundation/development-url';
import { scrapeVariables, traceVariables } from '@comet/observability';
import * as z from 'zod/mini';
import { trustIn } from './platform/http/addresses/trusted-proxies.ts';
import { providerVariables } from './provider-variables.ts';

const text = z.string();
const none = z._default(text, '');
const optionalFolder = (meaning: string) => variable(none, { must: 'a folder', meaning });
const address = z.optional(text.check(z.regex(/^https?:\/\/\S+$/)));
const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535));
const archiveMonths = z.coerce.number().check(z.int(), z.minimum(24), z.maximum(120));
const drainSeconds = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(60));
const loopback = z._default(text, '127.0.0.1');

const anAddress = 'an address like https://comet.example';
const aPort = 'a port, 0 to 65535';
const aHost = 'an address of this machine';

const mail = String.raw`[^\s<>@,;:"]+@[^\s<>@,;:"]+`;
const oneMail = new RegExp(`^${mail}$`);
/** `ada@example.com`, `Ada <ada@example.com>` or `"Ada, Inc." <ada@example.com>` (RFC 5322 §3.4). */
const mailbox = new RegExp(String.raw`^(${mail}|("[^"\r\n]*"|[^"<>@,;:\r\n]*)\s*<${mail}>)$`);

/** Returns whether every entry is an address or a prefix. */
function areTrustable(list: string): boolean {
  try {
    trustIn(entriesOf(list));
    return true;
  } catch {
    return false;
  }
}

/** The entries of a list separated by commas or spaces. */
export const entriesOf = (list: string): readonly string[] =>
  list.split(/[\s,]+/).filter((part) => part !== '');

const areNatsServers = (list: string): boolean => entriesOf(list).every(isNatsAddress);

/** URLs that customers and operators open. */
const publicUrl = (set: string) => ({ refuses: isDevelopmentUrl, set });
const publicUrlIfSet = (set: string) => ({
  refuses: (given: string | undefined) => given !== undefined && isDevelopmentUrl(given),
  set,
});
const exampleMail = /@(([\w-]+\.)*(example|test|invalid|localhost|local)|example\.(com|net|org)|[^.@>]+)>?$/i;
const ownMail = (set: string) => ({
  refuses: (given: string | undefined) => given !== undefined && exampleMail.test(given),
  set,
});

/** The server list has room for eight. */
const areAddresses = (list: string): boolean => entriesOf(list).length <= 8 && entriesOf(list).every(isIp);

const areMails = (list: string): boolean => entriesOf(list).every((one) => oneMail.test(one));

/** The environment variables of the API: read by `readSettings`, printed by `--help`, and the table in docs/operations.md. */
export const environment = z.object({
  ...commonVariables,
  DATABASE_URL: variable(text.check(z.regex(/^postgres(ql)?:\/\/./)), {
    secret: true,
    must: 'the address of a PostgreSQL database, postgres://USER:PASSWORD@HOST:PORT/NAME',
    meaning: 'PostgreSQL 15 to 18, `postgres://USER:PASSWORD@HOST:PORT/NAME`',
  }),
  DATABASE_REPLICA_URL: variable(z.optional(text.check(z.regex(/^postgres(ql)?:\/\/./))), {
    secret: true,
    must: 'the address of a PostgreSQL replica, postgres://USER:PASSWORD@HOST:PORT/NAME',
    meaning:
      'a streaming replica of it, for reads that may be a second old ([the cluster](#the-cluster)). While it is away or more than a second late, they go to `DATABASE_URL`',
    otherwise: 'none',
  }),
  HOST: variable(loopback, { must: aHost, meaning: 'the listening address' }),
  PORT: variable(z._default(port, 4800), { must: aPort, meaning: 'the listening port' }),
  PUBLIC_URL: variable(address, {
    production: publicUrl('the https:// address of the API'),
    must: anAddress,
    meaning: 'the address of the API that customers and clients see',
    otherwise: '`http://HOST:PORT`',
  }),
  DASHBOARD_URL: variable(address, {
    production: publicUrl('the https:// address of the dashboard'),
    must: anAddress,
    meaning:
      'the address of the dashboard. Passkeys are bound to its host name: after a change they are invalid',
    otherwise: '`PUBLIC_URL`',
  }),
  SITE_URL: variable(address, {
    production: publicUrl('the https:// address of the marketing site'),
    must: anAddress,
    meaning: 'the marketing site, to which its contact form returns',
    otherwise: '`DASHBOARD_URL`',
  }),
  ECHO_URL: variable(address, {
    production: publicUrlIfSet('an https:// address, or none'),
    must: anAddress,
    meaning:
      "a page that returns the caller's address as JSON with `address`; the test of an exit and the examples of the proxy request it",
    otherwise: "the API's own",
  }),
  GATEWAY_RELAY: variable(none, {
    production: { refuses: (given) => given !== undefined, set: 'none: it is only for labs' },
    must: 'the path of a unix socket',
    meaning:
      'a Unix socket that accepts CONNECT, through which the test of an exit reaches gateways: only for labs',
  }),
  SMTP_URL: variable(
    z._default(
      text.check(z.refine((url) => /^smtps?:\/\/[^/?#]/.test(url) && URL.canParse(url))),
      'smtp://127.0.0.1:25',
    ),
    {
      secret: true,
      production: {
        refuses: (given) => given === undefined,
        set: 'your mail server, also one on this machine',
      },
      must: 'an address like smtps://user:password@mail.example:465',
      meaning: 'the server for outgoing mail',
    },
  ),
  MAIL_FROM: variable(z._default(text.check(z.regex(mailbox)), 'Comet <hello@comet.example>'), {
    production: {
      refuses: (given) => given === undefined || exampleMail.test(given),
      set: 'a mailbox of your domain',
    },
    must: 'a mailbox like hello@comet.example or Comet <hello@comet.example>',
    meaning: 'the sender of emails, to which replies are sent',
  }),
  DKIM_SELECTOR: variable(z._default(text.check(z.regex(/^([a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?)?$/i)), ''), {
    must: 'a DKIM selector, as in SELECTOR._domainkey.comet.example',
    meaning: 'the selector of the DKIM key with which your mail server signs; only `doctor` reads it',
  }),
  SUPPORT_MAIL: variable(z._default(text.check(z.refine((one) => one === '' || oneMail.test(one))), ''), {
    production: ownMail('an address of your domain'),
    must: 'an address like support@comet.example',
    meaning: 'the recipient of tickets',
    otherwise: 'the address in `MAIL_FROM`',
  }),
  CONSOLE_URL: variable(address, {
    production: publicUrlIfSet('the https:// address of the console, or none'),
    must: anAddress,
    meaning:
      'the URL of the operator console, with `https://` (required for its cookie), on another host than the dashboard. Without it the console is disabled ([decision 33](decisions/0033-serve-the-operator-console-without-scripts-on-its-own-origin.md))',
    formerly: 'DESK_URL',
  }),
  CONSOLE_HOST: variable(loopback, {
    must: aHost,
    meaning: 'the listening address of the console',
    formerly: 'DESK_HOST',
  }),
  CONSOLE_PORT: variable(z._default(port, 4826), {
    must: aPort,
    meaning: 'the listening port of the console',
    formerly: 'DESK_PORT',
  }),
  REFUND_SECOND_PERSON_ABOVE: variable(z._default(text.check(z.regex(/^\d{1,6}\.\d{2}$/)), '100.00'), {
    must: 'an amount with two decimals, such as 100.00',
    meaning:
      'an operator’s refund above this amount, in the currency of the payment, waits until a second operator approves it; `0.00` for every refund',
  }),
  API_ADDRESSES: variable(z._default(text.check(z.refine(areAddresses)), ''), {
    must: 'at most 8 IP addresses, apart by commas or spaces',
    meaning:
      'the public IP addresses of the API, which the signed server list gives to clients whose network blocks or falsifies DNS; change it before the addresses change',
  }),
  REPLY_MAIL: variable(z._default(text.check(z.regex(/^([a-z0-9._-]{1,20}@[a-z0-9.-]+)?$/i)), ''), {
    production: ownMail('a mailbox of your domain, or none'),
    must: 'a mailbox like replies@comet.example, with at most 20 letters, digits, dots, dashes and underscores before the @',
    meaning:
      'the mailbox for replies to tickets, `replies@comet.example` (at most 20 characters before the @). Without it, replies by email reach the customer and are not stored',
  }),
  BRIDGE_MAIL: variable(z._default(text.check(z.regex(/^([a-z0-9._-]{1,64}@[a-z0-9.-]+)?$/i)), ''), {
    must: 'a mailbox like bridges@comet.example',
    meaning:
      'the mailbox that answers every email with a signed text of bridges; the mail server must reject senders that it cannot authenticate. Without it none are answered',
  }),
  SUPPORT_OPERATORS: variable(z._default(text.check(z.refine(areMails)), ''), {
    must: 'addresses like ada@comet.example, apart by commas or spaces',
    meaning: "the addresses whose replies to tickets are accepted as the operator's",
    otherwise: '`SUPPORT_MAIL`',
  }),
  MAIL_INTAKE_HOST: variable(loopback, {
    must: aHost,
    meaning: 'the listening address of the SMTP server for emails to `REPLY_MAIL` and `BRIDGE_MAIL`',
  }),
  MAIL_INTAKE_PORT: variable(z._default(port, 4825), {
    must: aPort,
    meaning: 'the listening port of the SMTP server for emails to `REPLY_MAIL` and `BRIDGE_MAIL`',
  }),
  ...providerVariables,
  BACKUP_STANZA: variable(z._default(text.check(z.regex(/^[\w-]+$/)), 'comet'), {
    must: 'the name of a stanza of pgBackRest',
    meaning:
      'the stanza of pgBackRest that `comet-ops backup check` restores. See [backup and restore](#backup-and-restore)',
  }),
  POSTGRES_PROGRAMS: variable(z._default(text, '/usr/lib/postgresql/VERSION/bin'), {
    must: 'a folder',
    meaning:
      'the folder of PostgreSQL’s programs, for `comet-ops backup check`; `VERSION` is the major version of the backup',
  }),
  WEB_DIR: variable(z._default(text, './web'), {
    must: 'a folder',
    meaning:
      'the folder into which `comet-ops site render` writes the site and the Caddyfile, readable by the web server. See [control plane from packages](#control-plane-from-packages)',
  }),
  PACKAGES_DIR: optionalFolder(
    'a folder with Debian packages of the client. Without it, `comet-api seed` of a production service adds the price of residential data off sale, since only the app can use it; `comet-ops prices set residential-data --on-sale yes` offers it. See [the site](#the-marketing-site)',
  ),
  RELEASES_DIR: optionalFolder(
    'a folder with releases of the app, in a folder for each channel; the Caddyfile serves their manifests and packages at the API’s host under `/releases/`. See [packages](#packages)',
  ),
  KEYS_DIR: variable(z._default(text, './keys'), {
    production: {
      refuses: (given) => given?.startsWith('/') !== true,
      set: 'the absolute path of the folder with the keys',
    },
    must: 'a folder',
    meaning:
      'signing keys, CA and secrets, created by `keys init` and readable only by the API. All replicas, and the commands below, need the same keys. See [keys](#keys)',
  }),
  ATTACHMENTS_DIR: optionalFolder(
    'the folder for the attachments of tickets, encrypted, on a single host. Without it and without a bucket they stay in the database. See [attachments](#attachments)',
  ),
  LEDGER_ARCHIVE_DIR: optionalFolder(
    'the folder for old entries of the ledger, as Parquet files, on a single host. Without it they go to the bucket, if there is one. See [the archive of the ledger](#the-archive-of-the-ledger)',
  ),
  LEDGER_ARCHIVE_AFTER_MONTHS: variable(z.optional(archiveMonths), {
    must: 'a number of months, 24 to 120',
    meaning:
      'after how many full months entries of deleted accounts move from the database to that folder or bucket; without it none do',
  }),
  S3_BUCKET_URL: variable(address, {
    production: publicUrlIfSet('the https:// address of a bucket, or none'),
    must: 'an address like https://s3.example.com/bucket',
    meaning:
      'a bucket of an S3-compatible store for attachments and old entries of the ledger, instead of folders: for more than one host. Set it together with both keys and an empty `ATTACHMENTS_DIR`',
  }),
  S3_REGION: variable(z._default(text, 'auto'), { must: 'a region', meaning: 'the region of the bucket' }),
  S3_ACCESS_KEY: variable(none, { must: 'an access key', meaning: 'the access key of the bucket' }),
  S3_SECRET_KEY: variable(none, {
    secret: true,
    must: 'a secret key',
    meaning: 'the secret of the access key',
  }),
  NATS_URL: variable(z._default(text.check(z.refine(areNatsServers)), ''), {
    production: {
      refuses: (given) => given !== undefined && entriesOf(given).some((url) => !url.startsWith('tls://')),
      set: 'addresses with tls://, or none',
    },
    must: 'addresses like tls://n1.example:4222, apart by commas or spaces; with tls:// a host name, not an IP address',
    meaning:
      'the NATS servers with JetStream through which gateways may follow the change feed and report used data ([decision 60](decisions/0060-carry-the-change-feed-over-nats-jetstream.md)); with three or more the stream has three replicas. Set it together with `NATS_ACCOUNT_SEED`. See [the feed over NATS](#the-feed-over-nats)',
  }),
  NATS_ACCOUNT_SEED: variable(z._default(text.check(z.regex(/^(SA[A-Z2-7]{56})?$/)), ''), {
    secret: true,
    must: 'the seed of an NATS account, 58 characters that begin with SA',
    meaning:
      'the seed of the NATS account, from `comet-ops nats init`, with which gateways’ credentials are signed',
  }),
  OWN_NETWORKS: variable(
    z._default(
      text.check(z.refine((list) => list === '' || list.split(',').every((one) => isCidr(one.trim())))),
      '',
    ),
    {
      must: 'networks like 192.0.2.0/24, with commas',
      meaning:
        "further networks of your own machines (a database replica, monitoring), separated by commas, which exits and the proxy block. Gateways, the database's host and the API's own networks are always blocked",
    },
  ),
  TRUSTED_PROXIES: variable(z._default(text.check(z.refine((list) => areTrustable(list))), ''), {
    must: 'addresses and prefixes of proxies, no names, no prefix shorter than /8 (IPv4) or /16 (IPv6)',
    meaning:
      "addresses or prefixes of every proxy in the chain: `X-Forwarded-For` is evaluated from the last entry, only through these proxies. An entry that is not an address counts as the proxy's own; IPv6 customers count by /64. Names, and prefixes shorter than /8 (IPv4) or /16 (IPv6), are rejected at startup",
  }),
  DRAIN_SECONDS: variable(z._default(drainSeconds, 0), {
    must: 'a number of seconds, 0 to 60',
    meaning:
      'seconds from SIGTERM, in which `/readyz` returns 503 and requests are still served, so that a load balancer sends them to another replica: twice its interval of health checks. `0` for a single replica',
  }),
  ...scrapeVariables,
  ...traceVariables,
  LOG_LEVEL: variable(z._default(z.enum(logLevels), 'info'), {
    must: `one of ${logLevels.join(', ')}`,
    meaning: logLevels.map((level) => `\`${level}\``).join(', '),
  }),
});

export type Environment = z.output<typeof environment>;
