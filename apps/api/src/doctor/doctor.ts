import { dirname } from 'node:path';
import type { Log } from '@comet/foundation/log';
import { describeVariables, readEnvironment } from '@comet/foundation/environment';
import type { Clock } from '@comet/foundation';
import { environment } from '../environment.ts';
import { open } from '../open-database.ts';
import { createDatabaseClock } from '../platform/database/database.ts';
import { readSettings, type Settings } from '../settings.ts';
import { checkAttachments } from './attachment-checks.ts';
import { checkBackups } from './backup-checks.ts';
import { type Finding, failure, good, warning } from './finding.ts';
import { checkClockSource, checkDatabase, checkDisk, checkKeys, checkMetrics } from './machine-checks.ts';
import { checkMail } from './mail-checks.ts';
import type { Probe } from './probe.ts';
import { checkProviders } from './provider-checks.ts';
import { checkVersions } from './version-checks.ts';
import { checkWeb } from './web-checks.ts';

type Variables = Readonly<Record<string, string | undefined>>;

interface DoctorDeps {
  readonly probe: Probe;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Checks an installation of the control plane: its settings by their schema, then everything that they name. Nothing is changed. Without
 * usable settings only those are reported.
 */
export async function examine(variables: Variables, deps: DoctorDeps): Promise<readonly Finding[]> {
  const { faults, settings } = readLeniently(variables);
  const isProduction = variables['COMET_ENV'] === 'production';
  const names = describeVariables(environment).map(({ name }) => name);
  const set = names.filter((name) => variables[name]).length;
  const found = [
    ...faults.map(settingsFinding),
    ...(faults.length === 0 ? [good('settings', `${set} of ${names.length} variables are set`)] : []),
    ...(isProduction
      ? []
      : [
          warning(
            'settings',
            'this is an installation for development',
            'set COMET_ENV=production for customers',
          ),
        ]),
  ];
  return settings === null ? found : [...found, ...(await examineParts(settings, deps))];
}

/** Splits a message into what was found and what to do: `NAME is not set: set an address.` */
function settingsFinding(fault: string): Finding {
  const [, found = fault, remedy = 'correct it'] =
    /^(.*?): ((?:set|it must be) .*)$/.exec(fault.replace(/\.$/, '')) ?? [];
  return failure('settings', found.replace(/\.$/, ''), remedy);
}

async function examineParts(
  settings: Settings,
  { probe, clock, log }: DoctorDeps,
): Promise<readonly Finding[]> {
  const db = open(settings, log, 2);
  try {
    const database = await checkDatabase(db, createDatabaseClock(db));
    const hasSchema = database.some(({ part, state }) => part === 'writes' && state !== 'fail');
    const [providers, mail, web, disk, ntp, metrics] = await Promise.all([
      checkProviders(settings, probe),
      checkMail(settings, probe),
      checkWeb(settings, probe, clock.now()),
      checkDisk(dirname(settings.keysFolder), probe),
      checkClockSource(probe),
      checkMetrics(settings, probe),
    ]);
    const keys = hasSchema
      ? await checkKeys(settings, db, clock.now())
      : warning('keys', 'they can be compared only with a database in use', 'repair the database first');
    const stored = hasSchema
      ? [
          ...(await checkVersions(db)),
          ...(await checkBackups(db, clock.now(), probe.archiver)),
          ...(await checkAttachments(db, settings.blobs)),
        ]
      : [];
    return [...database, ntp, ...stored, keys, disk, metrics, ...providers, ...mail, ...web];
  } finally {
    await db.destroy();
  }
}

/** The faults of the settings, and the settings themselves where only COMET_ENV=production refuses them. */
function readLeniently(variables: Variables): {
  readonly faults: readonly string[];
  readonly settings: Settings | null;
} {
  const strict = readEnvironment(environment, variables);
  const faults = strict.ok ? [] : strict.error;
  try {
    const { isProduction, ...settings } = readSettings({ ...variables, COMET_ENV: 'development' });
    return {
      faults,
      settings: { ...settings, isProduction: variables['COMET_ENV'] === 'production' || isProduction },
    };
  } catch (error) {
    // A group of variables that is incomplete is no fault of one of them.
    return {
      faults: faults.length > 0 ? faults : [error instanceof Error ? error.message : String(error)],
      settings: null,
    };
  }
}
