import { basename } from 'node:path';
import { publishKey, type TrustAnchors } from '@comet/admission';
import { systemClock } from '@comet/foundation';
import { formerNameWarnings } from '@comet/foundation/environment';
import { readSources } from '@comet/foundation/environment-sources';
import { createLog, lineWriter, type Log, type LogLevel, silentLog } from '@comet/foundation/log';
import { environment } from './environment.ts';
import { openKeys } from './features/keys/index.ts';
import type { CommandArguments } from './features/operator-commands/index.ts';
import { requireRole } from './features/operators/index.ts';
import { supportCommands } from './features/support/index.ts';
import { helpFor, isCommand, usage, versionFor } from './help.ts';
import { sentenceOf, withAnySchema, withDatabase } from './open-database.ts';
import {
  catalogueCommands,
  changeBridges,
  changeCatalogue,
  changeKeys,
  changeOperators,
  changeUpstreams,
  checkBackups,
  operator,
  reconcile,
  recoverAccount,
  seed,
  showLedger,
  support,
} from './operate.ts';
import { migrate } from './platform/database/migrate.ts';
import { requestFields } from './platform/current-request.ts';
import { readKeyFolder } from './platform/keys/key-folder.ts';
import { keyFiles } from './platform/keys/keys.ts';
import { readSettings } from './settings.ts';

/** One program: `comet-api` on a server, `comet-ops` for operators. */
const program = basename(process.argv[1] ?? '', '.mjs').replace('main.ts', 'comet-api');

const isService = (command: string | undefined): boolean => command === 'serve' || command === 'work';

function openLog(level: LogLevel, output: Parameters<typeof lineWriter>[0]): Log {
  return createLog({ level, program, write: lineWriter(output, process.env), context: requestFields });
}

async function printTrust(deps: Parameters<typeof openKeys>[0]): Promise<void> {
  const keys = await openKeys(deps);
  const anchors: TrustAnchors = {
    listKeys: [publishKey(keys.lists.current), publishKey(keys.lists.next)],
    certificateAuthorities: [...keys.authority.certificates],
  };
  process.stdout.write(`${JSON.stringify(anchors, null, 2)}\n`);
}

async function run(command: string | undefined, args: CommandArguments): Promise<void> {
  const printed = versionFor(program, command) ?? helpFor(program, command, args);
  if (printed !== null) return void process.stdout.write(printed);
  if (command === undefined || !isCommand(command)) return refuseCommand(command);
  if (command === 'setup') return runSetup(args);
  if (command === 'nats') return runNats(args);
  const sources = readSources(environment, process.env);
  if (!sources.ok) throw new Error(sources.error.join(' '));
  const variables = sources.value;
  if (command === 'doctor') return runDoctor(variables, args);
  const settings = readSettings(variables, isService(command) ? await missingKeys(variables) : []);
  // Services write their log to the standard output; the others print their result there.
  const log = openLog(settings.logLevel, isService(command) ? process.stdout : process.stderr);
  for (const warning of formerNameWarnings(environment, variables)) log.warn(warning);
  const withOperator = (work: Parameters<typeof withDatabase>[2]) =>
    withDatabase(settings, log, async (db, clock) => {
      await requireRole({ db, clock, operator: operator() }, command, args);
      return work(db, clock);
    });
  const changing = catalogueCommands[command];
  if (changing !== undefined) {
    return withOperator((db, clock) => changeCatalogue(settings, { db, clock }, changing, args));
  }
  const supporting = supportCommands[command];
  if (supporting !== undefined) {
    return withOperator((db, clock) => support(settings, log, { db, clock }, supporting, args));
  }
  if (command === 'operators') {
    return withOperator((db, clock) => changeOperators(settings, log, { db, clock }, args));
  }
  if (command === 'bridges') {
    return withOperator((db, clock) => changeBridges(settings, log, { db, clock }, args));
  }
  if (command === 'upstreams') {
    return withOperator((db, clock) => changeUpstreams(settings, log, { db, clock }, args));
  }
  switch (command) {
    case 'serve': {
      // Operator commands start without the HTTP server's modules.
      const { serve } = await import('./serve.ts');
      return serve(settings, log, args[0]);
    }
    case 'work': {
      const { work } = await import('./serve.ts');
      return work(settings, log);
    }
    case 'site': {
      const { siteCommand } = await import('./features/website/index.ts');
      const program = process.argv[1] ?? '';
      const done = await siteCommand({ ...settings, environment: variables, program }, args);
      return void process.stdout.write(`${done}\n`);
    }
    case 'migrate':
      return withAnySchema(settings, log, async (db) => {
        const { steps, state } = await migrate(db);
        const { version, needed, newer } = state;
        if (newer.length === 0) log.info({ steps, version }, 'migrated');
        else
          log.warn(
            { version, needed },
            'the schema is of a newer release, which this one runs on: nothing was changed',
          );
      });
    case 'seed':
      return withDatabase(settings, log, (db, clock) => seed(settings, log, { db, clock }));
    case 'backup':
      return withOperator((db, clock) => checkBackups(settings, { db, clock }, args));
    case 'ledger':
      return withOperator((db, clock) => showLedger(settings, { db, clock }, args));
    case 'reconcile':
      return withOperator((db, clock) => reconcile(settings, log, { db, clock }, args));
    case 'recover-account':
      return withOperator((db, clock) => recoverAccount(settings, log, { db, clock }, args));
    case 'trust':
      return withDatabase(settings, log, (db, clock) =>
        printTrust({ db, clock, log, folder: settings.keysFolder }),
      );
    case 'keys':
      return withOperator((db, clock) => changeKeys(settings, log, { db, clock }, args));
  }
}

/** Prints what the checks find; the exit code is 1 if one failed. */
async function runDoctor(
  variables: Readonly<Record<string, string | undefined>>,
  args: CommandArguments,
): Promise<void> {
  if (args.length > 1 || (args[0] ?? '--json') !== '--json') throw new Error('Use doctor, or doctor --json');
  const { examine, findingsJson, findingsText, systemProbe } = await import('./doctor/index.ts');
  const findings = await examine(variables, { probe: systemProbe, clock: systemClock, log: silentLog });
  process.stdout.write(`${(args[0] === '--json' ? findingsJson : findingsText)(findings)}\n`);
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
}

/** Writes the configuration files of NATS servers; it needs no settings. */
async function runNats(args: CommandArguments): Promise<void> {
  const { natsCommand } = await import('./features/nats-servers/index.ts');
  process.stdout.write(`${await natsCommand(args)}\n`);
}

/** Sets up this machine; it needs no settings. */
async function runSetup(args: CommandArguments): Promise<void> {
  const { openTerminal, setup, systemMachine } = await import('./setup/index.ts');
  const terminal = process.stdin.isTTY ? openTerminal() : null;
  // The web server reads the rendered site.
  process.umask(0o022);
  try {
    process.exitCode = await setup(args, {
      ...{ machine: systemMachine, terminal, isRoot: process.getuid?.() === 0, now: systemClock.now() },
      paths: {
        settings: process.env['COMET_CONFIG'] || '/etc/comet/control.env',
        caddyfile: '/etc/caddy/Caddyfile',
        cometOps: '/usr/bin/comet-ops',
      },
      print: (line) => void process.stdout.write(`${line}\n`),
      warn: (line) => void process.stderr.write(`${line}\n`),
    });
  } finally {
    terminal?.close();
  }
}

/** Returns one sentence if the folder of the keys has none, or not all: a start would fail on them after the settings. */
async function missingKeys({
  KEYS_DIR: folder,
}: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  if (folder === undefined) return [];
  try {
    const found = await readKeyFolder(folder);
    return found.size === keyFiles.length
      ? []
      : [
          `KEYS_DIR (${folder}) holds ${found.size} of ${keyFiles.length} keys: restore them, or create them once with the command keys init.`,
        ];
  } catch (error) {
    return [`${sentenceOf(error)}.`];
  }
}

/** Needs no environment, like help. */
function refuseCommand(command: string | undefined): void {
  const fault = command === undefined ? '' : `${program}: There is no command ${command}\n\n`;
  process.stderr.write(`${fault}${usage(program)}`);
  process.exitCode = 2;
}

try {
  await run(process.argv[2], process.argv.slice(3));
} catch (error) {
  const sentence = sentenceOf(error);
  if (isService(process.argv[2])) openLog('info', process.stderr).fatal(sentence);
  else process.stderr.write(`${program}: ${sentence}\n`);
  process.exitCode = 1;
}
