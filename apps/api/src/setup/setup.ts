import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keyFiles } from '../platform/keys/keys.ts';
import { applyStep, asPostgres, type Paths } from './apply.ts';
import { moreFaults, readSetupArguments } from './arguments.ts';
import { promptForSettings, type Terminal } from './prompt-for-settings.ts';
import type { Machine } from './machine.ts';
import { type Facts, type Plan, planSetup, tlsOf } from './plan.ts';
import { questions } from './questions.ts';
import { readSettingsFile } from './settings-file.ts';

interface SetupDeps {
  readonly machine: Machine;
  readonly paths: Paths;
  readonly terminal: Terminal | null;
  readonly isRoot: boolean;
  readonly now: Date;
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
}

/**
 * Sets up the control plane on this machine: prompts for the settings, writes the settings, prepares database, keys, services, site and web
 * server, and runs `doctor`. It can be repeated: present values are the defaults, and only what differs is changed. Returns the exit code: 2 for
 * missing or wrong answers, before anything was changed.
 */
export async function setup(args: readonly string[], deps: SetupDeps): Promise<0 | 1 | 2> {
  const { machine, paths, print } = deps;
  const refuse = (faults: readonly string[]): 2 => {
    for (const line of ['Nothing was changed:', ...faults.map((fault) => `  ${fault}`)]) deps.warn(line);
    return 2;
  };
  const read = await readSetupArguments(args);
  if (!read.ok) return refuse(read.error);
  if (!deps.isRoot) return refuse(['Run it as root: it writes settings and starts services.']);
  const { given, more, isDryRun } = read.value;
  const facts = await factsOf(machine, paths);
  const settings = readSettingsFile(facts.settingsText ?? '');
  const present = {
    ...{ settings, today: deps.now, tls: tlsOf(facts.caddyfile) },
    hasLocalPostgres: facts.postgresPort !== null,
  };
  const answered = await promptForSettings({ questions, given, present, terminal: deps.terminal });
  if (!answered.ok) return refuse(answered.error);
  const faults = moreFaults(more, answered.value);
  if (faults.length > 0) return refuse(faults);
  const planned = planSetup(answered.value, more, facts);
  if (!planned.ok) return refuse(planned.error);
  if (isDryRun) {
    for (const { does } of planned.value.steps) print(does);
    return 0;
  }
  return applyPlan(planned.value, deps);
}

async function applyPlan(plan: Plan, { machine, paths, print, warn }: SetupDeps): Promise<0 | 1> {
  for (const step of plan.steps) {
    print(step.does);
    try {
      await applyStep(step, machine, paths);
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
      warn('Setup has stopped here. Correct the cause, then run comet-ops setup again.');
      return 1;
    }
  }
  const checked = await machine.run([paths.cometOps, 'doctor']);
  print(`\n${checked.stdout.trim() || checked.stderr.trim()}\n\nThe control plane runs. What to do next:`);
  for (const [index, line] of plan.next.entries()) print(`${index + 1}. ${line}`);
  return 0;
}

async function factsOf(machine: Machine, paths: Paths): Promise<Facts> {
  const settingsText = await machine.read(paths.settings);
  const folder = readSettingsFile(settingsText ?? '')['KEYS_DIR'] || '/var/lib/comet-control/keys';
  const keys = await Promise.all(keyFiles.map((file) => machine.read(join(folder, file))));
  const port = await machine.run([...asPostgres, 'psql', '-XAtc', 'show port', 'postgres']);
  const hasCaddy = (await machine.run(['caddy', 'version'])).code === 0;
  const caddyfile = hasCaddy ? ((await machine.read(paths.caddyfile)) ?? '') : null;
  return {
    ...{ settingsText, caddyfile },
    postgresPort: port.code === 0 ? Number(port.stdout.trim()) : null,
    hasKeys: keys.every((key) => key !== null),
    isCaddyfileOriginal: hasCaddy && (caddyfile === '' || (await isUnchanged(machine, paths.caddyfile))),
    password: randomBytes(24).toString('hex'),
  };
}

/** dpkg prints `??5?????? c /etc/caddy/Caddyfile` for a changed configuration file, and nothing for an unchanged one. */
async function isUnchanged(machine: Machine, file: string): Promise<boolean> {
  const { code, stdout } = await machine.run(['dpkg', '--verify', 'caddy']);
  return code !== 127 && !stdout.includes(` ${file}\n`);
}
