import { err, ok, type Result } from '@comet/foundation';
import { isLocalDatabase, paymentsIn } from './questions.ts';
import { changeSettingsFile, readSettingsFile, type Variables } from './settings-file.ts';

/** What setup finds on the machine. */
export interface Facts {
  /** The settings file as it is; null if there is none. */
  readonly settingsText: string | null;
  /** Port of this machine's PostgreSQL; null if none runs. */
  readonly postgresPort: number | null;
  readonly hasKeys: boolean;
  /** /etc/caddy/Caddyfile; null if Caddy is not installed. */
  readonly caddyfile: string | null;
  /** Whether it is the one of Caddy's package. */
  readonly isCaddyfileOriginal: boolean;
  /** A new password for the database. */
  readonly password: string;
}

/** One effect. `does` describes it, without secrets. */
export type Step = { readonly does: string } & (
  | { readonly kind: 'settings'; readonly text: string }
  | { readonly kind: 'database'; readonly role: string; readonly password: string; readonly name: string }
  | { readonly kind: 'comet-ops'; readonly words: readonly string[] }
  | { readonly kind: 'systemctl'; readonly words: readonly string[] }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'caddyfile'; readonly text: string }
);

export interface Plan {
  readonly steps: readonly Step[];
  /** What remains to be done, in order. */
  readonly next: readonly string[];
}

const services = ['comet-control.service', 'comet-work.service'];
const imported = 'import /var/lib/comet-control/web/Caddyfile';
/** First line of a Caddyfile that setup may replace. */
const ours = '# Written by comet-ops setup, which replaces the file as long as this line is here.';
const fixed: Variables = {
  KEYS_DIR: '/var/lib/comet-control/keys',
  ATTACHMENTS_DIR: '/var/lib/comet-control/attachments',
  WEB_DIR: '/var/lib/comet-control/web',
  // Caddy on this machine.
  TRUSTED_PROXIES: '127.0.0.1',
};

/** Answers that are no settings. */
const choices = new Set(['DOMAIN', 'TLS', 'DATABASE', 'PAYMENTS']);

/** What an existing Caddyfile was written for; null if setup did not write it. */
export function tlsOf(caddyfile: string | null): 'public' | 'internal' | null {
  if (caddyfile?.startsWith(ours) !== true) return null;
  return caddyfile.includes('local_certs') ? 'internal' : 'public';
}

/**
 * Returns the steps that make the machine match the answers. `more` are settings beyond the questions. Returns sentences for answers that
 * do not fit the machine.
 */
export function planSetup(
  answers: Variables,
  more: Variables,
  facts: Facts,
): Result<Plan, readonly string[]> {
  const before = facts.settingsText ?? '';
  const present = readSettingsFile(before);
  const settings = settingsFrom(answers, more, present, facts);
  const faults = [
    ...(answers['DATABASE'] === 'local' && facts.postgresPort === null
      ? ['DATABASE: PostgreSQL does not run on this machine: run apt install postgresql, or choose other.']
      : []),
    ...(answers['DATABASE'] === 'local' && present['DATABASE_URL_FILE']
      ? ['DATABASE: the settings have DATABASE_URL_FILE: remove it, or choose other.']
      : []),
    ...caddyFaults(answers['TLS'], facts),
    ...paymentFaults(answers['PAYMENTS'], present),
  ];
  if (faults.length > 0) return err(faults);
  let text: string;
  try {
    text = changeSettingsFile(before, settings);
  } catch (error) {
    return err([error instanceof Error ? error.message : String(error)]);
  }
  const changed = Object.keys(settings).filter((name) => (present[name] ?? '') !== settings[name]);
  const steps: readonly (Step | null)[] = [
    text === facts.settingsText
      ? null
      : { kind: 'settings', does: `Write the settings: ${changed.join(', ')}`, text },
    answers['DATABASE'] === 'local'
      ? databaseStep(settings['DATABASE_URL'] ?? present['DATABASE_URL'] ?? '')
      : null,
    cometOps('Update the schema of the database', 'migrate'),
    facts.hasKeys ? null : cometOps('Create the keys', 'keys', 'init'),
    cometOps('Add the first plans and locations', 'seed'),
    { kind: 'systemctl', does: 'Enable the services', words: ['enable', ...services] },
    text === facts.settingsText
      ? { kind: 'systemctl', does: 'Start the services', words: ['start', ...services] }
      : {
          kind: 'systemctl',
          does: 'Start the services with the new settings',
          words: ['restart', ...services],
        },
    {
      kind: 'ready',
      does: 'Wait for the API',
      url: readyUrl({ ...present, ...settings }),
    },
    {
      kind: 'systemctl',
      does: 'Render the site and the configuration of Caddy',
      // Not the command itself: the timer could run it at the same time.
      words: ['start', 'comet-site.service'],
    },
    ...caddySteps(answers['TLS'], facts),
  ];
  return ok({ steps: steps.filter((step) => step !== null), next: nextSteps(answers, settings) });
}

const readyUrl = ({ HOST: host, PORT: port }: Variables): string =>
  `http://${host || '127.0.0.1'}:${port || '4800'}/readyz`;

function settingsFrom(answers: Variables, more: Variables, present: Variables, facts: Facts): Variables {
  const { PAYMENTS: payments, DATABASE: kind } = answers;
  const url = present['DATABASE_URL'] ?? '';
  const local = `postgres://comet:${facts.password}@127.0.0.1:${facts.postgresPort}/comet`;
  // A bucket excludes a folder for attachments.
  const hasBucket = Boolean({ ...present, ...more }['S3_BUCKET_URL']);
  const own = Object.fromEntries(
    Object.entries(fixed).filter(([name]) => !present[name] && !(name === 'ATTACHMENTS_DIR' && hasBucket)),
  );
  const asked = Object.fromEntries(Object.entries(answers).filter(([name]) => !choices.has(name)));
  return {
    ...own,
    COMET_ENV: payments === 'live' ? 'production' : 'development',
    ...asked,
    ...(kind === 'local' ? { DATABASE_URL: isLocalDatabase(url) ? url : local } : {}),
    ...paddleSettings(payments, present),
    ...more,
  };
}

function paddleSettings(payments: string | undefined, present: Variables): Variables {
  if (payments === 'live') return { PADDLE_API_URL: 'production' };
  const url = present['PADDLE_API_URL'];
  const sandbox = { PADDLE_API_URL: url && url !== 'production' ? url : 'sandbox' };
  return payments === 'sandbox'
    ? sandbox
    : { ...sandbox, PADDLE_API_KEY: '', PADDLE_CLIENT_TOKEN: '', PADDLE_WEBHOOK_SECRET: '' };
}

function databaseStep(url: string): Step {
  const { username, password, pathname } = new URL(url);
  const [role, name] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))];
  return {
    ...{ kind: 'database', does: `Create the role ${role} and the database ${name} where they are missing` },
    ...{ role, password: decodeURIComponent(password), name },
  };
}

/** Prices, orders and customers are stored with the ids of the provider’s account. */
function paymentFaults(wanted: string | undefined, present: Variables): readonly string[] {
  const before = paymentsIn(present);
  return before === wanted || before === 'none' || wanted === 'none'
    ? []
    : [`PAYMENTS: this database is used with Paddle as ${before}: use a new database for ${wanted}.`];
}

const cometOps = (does: string, ...words: readonly string[]): Step => ({ kind: 'comet-ops', does, words });

function caddyFaults(tls: string | undefined, { caddyfile, isCaddyfileOriginal }: Facts): readonly string[] {
  if (tls === 'none') return [];
  if (caddyfile === null) return ['TLS: Caddy is not installed: run apt install caddy, or choose none.'];
  return tls === 'internal' && !isCaddyfileOriginal && tlsOf(caddyfile) === null
    ? [
        'TLS: /etc/caddy/Caddyfile is your own, so that its certificates are yours too: choose public or none.',
      ]
    : [];
}

function caddySteps(tls: string | undefined, facts: Facts): readonly Step[] {
  if (tls === 'none' || facts.caddyfile === null) return [];
  const mayReplace = facts.isCaddyfileOriginal || tlsOf(facts.caddyfile) !== null;
  const trial = tls === 'internal' ? '{\n\tlocal_certs\n\tskip_install_trust\n}\n' : '';
  const has = facts.caddyfile.split('\n').some((line) => line.trim() === imported);
  const text = mayReplace
    ? `${ours}\n${trial}${imported}\n`
    : has
      ? facts.caddyfile
      : `${facts.caddyfile.replace(/\n?$/, '\n')}${imported}\n`;
  return [
    ...(text === facts.caddyfile
      ? []
      : [{ kind: 'caddyfile', does: 'Import the configuration into /etc/caddy/Caddyfile', text } as const]),
    { kind: 'systemctl', does: 'Enable Caddy', words: ['enable', 'caddy.service'] },
    { kind: 'systemctl', does: 'Load its configuration', words: ['reload-or-restart', 'caddy.service'] },
  ];
}

function nextSteps(answers: Variables, settings: Variables): readonly string[] {
  const hook = `${settings['PUBLIC_URL']?.replace(/\/+$/, '')}/api/v1/webhooks/paddle`;
  return [
    'Back up the keys, which cannot be recreated: comet-ops keys export /var/lib/comet-control/keys.bundle --passphrase -',
    ...(answers['CONSOLE_URL'] ? ['Open the operator console: comet-ops operators add NAME'] : []),
    ...(answers['TLS'] === 'none' ? ['Serve dashboard and site with your web server'] : []),
    ...(answers['PAYMENTS'] === 'none'
      ? ['For payments, run comet-ops setup again with Paddle’s keys']
      : [`Register ${hook} at Paddle as a notification destination`]),
    'Enrol the first gateway with the token of: comet-ops enrol-token nl-ams',
    'Set up backups: “Backup and restore” in /usr/share/doc/comet-control/operations.md',
  ];
}
