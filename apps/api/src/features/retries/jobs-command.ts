import { utcMinute } from '@comet/foundation';
import { type ChosenJobs, discardJobs, failingJobs, retryJobs } from '../../platform/jobs/failing-jobs.ts';
import {
  isId,
  type OperatorDeps,
  readArguments,
  recordOperatorAction,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';

const maxRows = 200;
const maxReasonLength = 500;

/** Runs `jobs list`, `jobs retry ID|KIND` and `jobs discard ID|KIND --reason TEXT`. */
export async function jobsCommand(deps: OperatorDeps, [verb, ...args]: CommandArguments): Promise<string> {
  if (verb === 'list') return listJobs(deps, args);
  if (verb === 'retry') return retry(deps, args);
  if (verb === 'discard') return discard(deps, args);
  throw new Error('Use jobs list, jobs retry ID|KIND, or jobs discard ID|KIND --reason TEXT');
}

async function listJobs({ db }: OperatorDeps, args: CommandArguments): Promise<string> {
  readArguments(args, { positions: [], options: [] });
  const jobs = await failingJobs(db, maxRows);
  return table(
    ['id', 'kind', 'created', 'attempts', 'next attempt', 'error'],
    jobs.map(({ id, kind, createdAt, attempts, retryAt, error }) => [
      ...[id, kind, utcMinute(createdAt), String(attempts)],
      ...[retryAt === null ? 'none' : utcMinute(retryAt), error ?? '-'],
    ]),
  );
}

async function retry(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const [named = ''] = readArguments(args, { positions: ['ID|KIND'], options: [] }).named;
  return deps.db.transaction().execute(async (trx) => {
    const jobs = await retryJobs(trx, chosenBy(named));
    if (jobs === 0) throw new Error(`No failed job waits as ${named}; nothing was changed`);
    const now = deps.clock.now();
    await recordOperatorAction(trx, { ...deps, action: 'retry_job', details: { job: named, jobs }, now });
    return jobs === 1 ? 'The job runs now.' : `${jobs} jobs run now.`;
  });
}

async function discard(deps: OperatorDeps, args: CommandArguments): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['ID|KIND'], options: ['reason'] });
  const [job = ''] = named;
  const reason = options.reason?.trim() ?? '';
  if (reason === '' || reason.length > maxReasonLength)
    throw new Error(`Give a reason of at most ${maxReasonLength} characters with --reason`);
  return deps.db.transaction().execute(async (trx) => {
    const jobs = await discardJobs(trx, chosenBy(job));
    if (jobs === 0) throw new Error(`No failed job waits as ${job}; nothing was changed`);
    const now = deps.clock.now();
    await recordOperatorAction(trx, { ...deps, action: 'discard_job', details: { job, jobs, reason }, now });
    return jobs === 1 ? 'The job was discarded.' : `${jobs} jobs were discarded.`;
  });
}

function chosenBy(named: string): ChosenJobs {
  if (isId(named)) return { id: named };
  if (!/^[\w.-]{1,80}$/.test(named)) throw new Error(`Not the id or kind of a job: ${named}`);
  return { kind: named };
}
