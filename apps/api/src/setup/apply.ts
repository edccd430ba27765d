import { setTimeout as sleep } from 'node:timers/promises';
import type { Ended, Machine } from './machine.ts';
import type { Step } from './plan.ts';

export interface Paths {
  readonly settings: string;
  readonly caddyfile: string;
  /** The command that runs as the user of the services. */
  readonly cometOps: string;
}

/** Time that the API may take to start, migrations included, in ms. */
const startMs = 120_000;
const intervalMs = 250;

/** psql as a superuser of Debian’s PostgreSQL, which authenticates the system account by its name. */
export const asPostgres = ['runuser', '--user', 'postgres', '--'] as const;

/** Carries out one step. Throws a sentence with what the failed program printed. */
export async function applyStep(step: Step, machine: Machine, paths: Paths): Promise<void> {
  switch (step.kind) {
    case 'settings':
      // Passwords: only root and the services read them.
      return machine.write(paths.settings, step.text, { mode: 0o640, group: 'comet-control' });
    case 'caddyfile':
      return machine.write(paths.caddyfile, step.text, { mode: 0o644, group: null });
    case 'database':
      return createLocalDatabase(
        async (args, input, environment) =>
          succeeded(await machine.run([...asPostgres, 'psql', ...args], { input, environment }), 'psql'),
        step,
      );
    case 'comet-ops':
      return succeeded(
        await machine.run([paths.cometOps, ...step.words]),
        `comet-ops ${step.words.join(' ')}`,
      );
    case 'systemctl':
      return runSystemctl(step.words, machine);
    case 'ready':
      return waitUntilReady(step.url, machine);
  }
}

/** systemctl(1) only refers to the journal, which has the program’s reason. */
async function runSystemctl(words: readonly string[], machine: Machine): Promise<void> {
  const ended = await machine.run(['systemctl', ...words]);
  if (ended.code === 0) return;
  const units = words.slice(1).map((unit) => `--unit=${unit}`);
  const journal = await machine.run(['journalctl', '--no-pager', '--output=cat', '--lines=15', ...units]);
  succeeded({ ...ended, stderr: `${ended.stderr}${journal.stdout}` }, `systemctl ${words.join(' ')}`);
}

function succeeded({ code, stdout, stderr }: Ended, command: string): void {
  if (code === 0) return;
  const printed = (stderr.trim() || stdout.trim()).split('\n').slice(-20).join('\n');
  throw new Error(`${command} failed${code === 127 ? ': it is not installed' : ''}:\n${printed}`);
}

async function waitUntilReady(url: string, machine: Machine): Promise<void> {
  for (const deadline = performance.now() + startMs; ; await sleep(intervalMs)) {
    const status = await machine.status(url);
    if (status === 200) return;
    if (performance.now() < deadline) continue;
    const found = status === null ? 'does not respond' : `returns ${status}`;
    throw new Error(`${url} ${found}: see journalctl --unit comet-control`);
  }
}

/** Values reach psql as environment variables, and statements as literals that the server quotes: none is part of a text here. */
const script = String.raw`
set log_statement = 'none';
set log_min_error_statement = 'panic';
\getenv role COMET_ROLE
\getenv password COMET_PASSWORD
\getenv name COMET_DATABASE
select format('create role %I', :'role') where not exists (select from pg_roles where rolname = :'role') \gexec
select format('alter role %I login password %L', :'role', :'password') \gexec
select format('create database %I owner %I template template0 encoding ''UTF8'' locale ''C.UTF-8''', :'name', :'role')
where not exists (select from pg_database where datname = :'name') \gexec
`;

/** How to run psql as a superuser. */
type Psql = (
  args: readonly string[],
  script: string,
  environment: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** Creates role and database where they are missing, and sets the password. */
export async function createLocalDatabase(
  psql: Psql,
  wanted: { readonly role: string; readonly password: string; readonly name: string },
): Promise<void> {
  const { role, password, name } = wanted;
  await psql(['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--dbname=postgres'], script, {
    ...{ COMET_ROLE: role, COMET_PASSWORD: password, COMET_DATABASE: name },
  });
}
