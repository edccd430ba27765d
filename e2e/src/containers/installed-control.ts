import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPackages } from '@comet/stack';
import { type Container, startContainer } from './container.ts';
import { debianRoot } from './debian-root.ts';
import { connectToInternet } from './first-gateway.ts';
import { textOf } from './installed-service.ts';
import { runOrThrow } from './run.ts';

/** A control plane with its package, Debian's PostgreSQL and Caddy in one container without other networks. */
export interface InstalledControl {
  readonly machine: Container;
  /** Path of the Debian package. */
  readonly deb: string;
  /** Path of the gateway's. */
  readonly gatewayDeb: string;
  /** Seconds from the package's installation to the end of `comet-ops setup`. */
  readonly seconds: number;
  /** What `comet-ops setup` printed. */
  readonly setUp: string;
  /** Returns status, headers (names in lower case) and body of a page, through Caddy. */
  get(url: string): Promise<Page>;
  close(): Promise<void>;
}

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const repository = join(import.meta.dirname, '../../..');

/** Origins; their domain is not one of those that the site's renderer refuses as examples. */
export const origins = {
  api: 'https://api.acme.org',
  dashboard: 'https://dash.acme.org',
  site: 'https://acme.org',
  console: 'https://console.acme.org',
} as const;

const sandbox = 'http://127.0.0.1:4803';
export const paymentOrigin = sandbox;
const paddle = { PADDLE_API_KEY: 'key', PADDLE_WEBHOOK_SECRET: 'secret' };

/** The file of answers for `comet-ops setup`: payments and the mail server are the sandbox, certificates are those of Caddy's own CA. */
const answers = {
  DOMAIN: 'acme.org',
  TLS: 'internal',
  SMTP_URL: 'smtp://127.0.0.1:4804',
  MAIL_FROM: "'Acme VPN <hello@acme.org>'",
  PAYMENTS: 'sandbox',
  ...paddle,
  PADDLE_API_URL: `${sandbox}/paddle`,
  PADDLE_CLIENT_TOKEN: 'token',
  PADDLE_JS_URL: `${sandbox}/paddle/paddle.js`,
  COMPANY_NAME: "'Acme Networks GmbH'",
  COMPANY_ADDRESS: "'Hauptstr. 1, 10115 Berlin, Germany'",
  COMPANY_COUNTRY: 'Germany',
  COMPANY_REPRESENTED_BY: "'Grace Hopper'",
  COMPANY_REGISTER: "'Amtsgericht Charlottenburg, HRB 12345'",
  COMPANY_VAT_ID: 'DE123456789',
  COMPANY_COURT: 'Berlin',
  COMPANY_DATA_AUTHORITY: "'the Berlin Commissioner for Data Protection'",
};

export const settingsFile = '/etc/comet/control.env';
export const keysFolder = '/var/lib/comet-control/keys';
const answersFile = '/root/answers';

/** Builds the packages in `folder` if necessary, boots a machine and installs the control plane as docs/operations.md describes. */
export async function installControl(folder: string): Promise<InstalledControl> {
  const namespace = `comet-control-${process.pid}`;
  const [root, packages] = await Promise.all([debianRoot('control'), buildPackages(folder)]);
  await runOrThrow(['ip', 'netns', 'add', namespace]);
  const removeNamespace = () => runOrThrow(['ip', 'netns', 'delete', namespace]);
  let machine: Container;
  try {
    machine = await startContainer({ name: namespace, root, namespace, folders: [folder, repository] });
  } catch (error) {
    await removeNamespace();
    throw error;
  }
  const close = async (): Promise<void> => {
    await machine.close();
    await removeNamespace();
  };
  try {
    const { deb } = packages['comet-control'];
    const names = Object.values(origins).map((origin) => new URL(origin).hostname);
    const address = await connectToInternet(machine);
    await machine.write('/etc/hosts', `127.0.0.1 localhost\n${address} ${names.join(' ')}\n`);
    await until(() => machine.run(['runuser', '-u', 'postgres', '--', 'pg_isready', '--quiet']));
    await startSandbox(machine);
    const began = performance.now();
    await machine.output('dpkg', '--force-unsafe-io', '--install', deb);
    await machine.write(answersFile, textOf(answers));
    const setUp = await machine.output('comet-ops', 'setup', '--answers', answersFile);
    const seconds = (performance.now() - began) / 1000;
    const get = (url: string) => pageAt(machine, url);
    await until(() => machine.run([...curl, `${origins.api}/readyz`]));
    return { machine, deb, gatewayDeb: packages['comet-gateway'].deb, setUp, seconds, get, close };
  } catch (error) {
    const journal = await machine.run(['journalctl', '--no-pager', '--lines=60', '--output=cat']);
    await close();
    throw new Error(journal.stdout, { cause: error });
  }
}

/** The certificate of Caddy's own CA. */
export const ca = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const curl = ['curl', '-sS', '--fail', '--cacert', ca];

async function pageAt(machine: Container, url: string): Promise<Page> {
  const response = await machine.output('curl', '-sS', '--include', '--http1.1', '--cacert', ca, url);
  const end = response.indexOf('\r\n\r\n');
  const [start = '', ...lines] = response.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')] as const;
  });
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: response.slice(end + 4),
  };
}

/** Repeats a command until it succeeds. Throws its error after a minute. */
async function until(command: () => ReturnType<Container['run']>): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(200)) {
    const { code, stderr } = await command();
    if (code === 0) return;
    if (Date.now() > deadline) throw new Error(stderr);
  }
}

/** Starts the sandbox of the payment providers. */
async function startSandbox(machine: Container): Promise<void> {
  const format = { type: 'pkcs8', format: 'pem' } as const;
  const spki = { type: 'spki', format: 'pem' } as const;
  const release = generateKeyPairSync('ed25519').privateKey.export(format);
  const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export(spki);
  const unused = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_REDIRECT_URI', 'APPLE_CLIENT_ID']
    .concat(['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_REDIRECT_URI', 'FACEBOOK_APP_ID'])
    .concat(['FACEBOOK_APP_SECRET', 'FACEBOOK_REDIRECT_URI', 'COINGATE_API_TOKEN'])
    .map((name) => [name, 'unused']);
  const variables: Readonly<Record<string, string>> = {
    ...Object.fromEntries(unused),
    ...paddle,
    PADDLE_WEBHOOK_URL: 'http://127.0.0.1:4800/api/v1/webhooks/paddle',
    IDENTITY_URL: sandbox,
    RELEASE_SIGNING_KEY: String(release),
    APPLE_PUBLIC_KEY: String(apple),
  };
  const options = Object.entries(variables).map(([name, value]) => `--setenv=${name}=${value}`);
  await machine.output(
    ...['systemd-run', '--quiet', '--unit=sandbox', ...options],
    ...[process.execPath, join(repository, 'sandbox/src/main.ts')],
  );
  await until(() => machine.run(['curl', '-sS', sandbox]));
}
