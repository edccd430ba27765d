import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatEndpoint } from '@comet/foundation';
import type { Database, DatabaseClock } from '../platform/database/database.ts';
import { readServerVersion, requireWritableDatabase } from '../platform/database/readiness.ts';
import { thisRelease } from '../platform/database/migrate.ts';
import { readSchemaState, wrongSchema } from '../platform/database/schema-version.ts';
import { compareKeys } from '../features/keys/index.ts';
import { sentenceOf } from '../open-database.ts';
import { keyFiles } from '../platform/keys/keys.ts';
import type { Settings } from '../settings.ts';
import { type Finding, failure, good, warning } from './finding.ts';
import { type Probe, reasonIn } from './probe.ts';

const dayMs = 86_400_000;
const gigabyte = 1e9;
/** Versions on which the tests run. */
const [oldest, newest] = [15, 18];
/** The address that comet-control.service sets, outside the settings that the doctor reads. */
const packagedMetrics = { host: '127.0.0.1', port: 9464 };

/** Version, clock, schema and free space of the database. */
export async function checkDatabase(db: Database, clock: DatabaseClock): Promise<readonly Finding[]> {
  let version: number;
  try {
    version = await readServerVersion(db);
  } catch (error) {
    return [
      failure(
        'database',
        `it does not respond (${sentenceOf(error)})`,
        'check DATABASE_URL, and that PostgreSQL runs',
      ),
    ];
  }
  const major = Math.floor(version / 10_000);
  const found = `PostgreSQL ${major} responds`;
  const supported = `use PostgreSQL ${oldest} to ${newest}`;
  const checked = [
    major < oldest
      ? failure('database', found, supported)
      : major > newest
        ? warning('database', found, supported)
        : good('database', found),
    await clockFinding(clock),
  ];
  const schema = await readSchemaState(db.withoutPlugins(), thisRelease);
  const wrong = wrongSchema(schema);
  if (wrong !== null) return [...checked, failure('schema', wrong, 'back up the database first')];
  const isNewer = schema.newer.length > 0;
  const schemaFinding = isNewer
    ? warning('schema', `version ${schema.version}, of a newer release than this one`, 'update this machine')
    : good('schema', `version ${schema.version}`);
  return [...checked, schemaFinding, await writeFinding(db)];
}

async function clockFinding(clock: DatabaseClock): Promise<Finding> {
  try {
    await clock.compare();
    return good('clock', 'it agrees with the database’s');
  } catch (error) {
    return failure('clock', sentenceOf(error), 'start an NTP client on both machines');
  }
}

async function writeFinding(db: Database): Promise<Finding> {
  try {
    await requireWritableDatabase(db);
    return good('writes', 'the database accepts them');
  } catch (error) {
    return failure(
      'writes',
      sentenceOf(error),
      'make room on the disk of the database, or connect to its leader',
    );
  }
}

/** The keys in `KEYS_DIR`: all of them, those of the database, private, and their age. */
export async function checkKeys(settings: Settings, db: Database, now: Date): Promise<Finding> {
  const folder = settings.keysFolder;
  try {
    await compareKeys(db, folder);
    const files = await Promise.all(keyFiles.map((file) => stat(join(folder, file))));
    const modes = [
      ...new Set(files.map(({ mode }) => (mode & 0o777).toString(8).padStart(4, '0'))),
    ].toSorted();
    const oldestMs = Math.min(...files.map(({ mtimeMs }) => mtimeMs));
    const days = Math.max(0, Math.floor((now.getTime() - oldestMs) / dayMs));
    return good(
      'keys',
      `${files.length} in ${folder}, mode ${modes.join(' and ')}, the oldest ${days} days old`,
    );
  } catch (error) {
    return failure('keys', sentenceOf(error), 'see “Keys” in docs/operations.md');
  }
}

/** Whether an NTP client keeps this machine's clock right: one that has run away would be noticed only when it is off. */
export async function checkClockSource(probe: Probe): Promise<Finding> {
  const synchronised = await probe.isClockSynchronised();
  const remedy =
    'apt install systemd-timesyncd (or chrony) and check timedatectl; in a container, on its host';
  if (synchronised === null)
    return warning('NTP', 'timedatectl does not tell whether the clock is synchronised', remedy);
  return synchronised
    ? good('NTP', 'the clock is synchronised')
    : failure('NTP', 'the clock is not synchronised', remedy);
}

/** Free space on the disk of this machine's own files. */
export async function checkDisk(path: string, probe: Probe): Promise<Finding> {
  try {
    const { free, total } = await probe.space(path);
    const found = `${(free / gigabyte).toFixed(1)} of ${(total / gigabyte).toFixed(1)} GB free`;
    if (free < gigabyte / 10) return failure('disk', found, 'make room');
    return free < gigabyte || free < total / 20 ? warning('disk', found, 'make room') : good('disk', found);
  } catch (error) {
    return warning('disk', sentenceOf(error), 'create the folder of KEYS_DIR');
  }
}

/** Whether the process that serves requests exports its metrics, without which no alert is ever sent. */
export async function checkMetrics({ metrics }: Settings, probe: Probe): Promise<Finding> {
  const part = 'metrics';
  const url = `http://${formatEndpoint(metrics ?? packagedMetrics)}/metrics`;
  const remedy = `start the API with METRICS_PORT: “Monitoring” in docs/operations.md`;
  try {
    const { status, text } = await probe.page(url);
    return status === 200 && text.includes('comet_api_ready')
      ? good(part, `${url} responds`)
      : failure(part, `${url} returns ${status} without the metrics of the API`, remedy);
  } catch (error) {
    return metrics === null
      ? warning(part, 'none are exported, so that no alert is sent', remedy)
      : failure(part, `${url}: ${reasonIn(error)}`, remedy);
  }
}
