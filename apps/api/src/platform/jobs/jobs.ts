import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, type JobResult, PgBoss, type WorkOptions } from 'pg-boss';
import type { Log } from '@comet/foundation/log';
import type { DatabaseTransaction } from '../database/database.ts';
import { failedJobs, heartbeatSeconds } from './failing-jobs.ts';

/** A kind of job: the name of its queue and the type of its data. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** Number of retries of a failed job, with increasing delays from `firstPause` seconds on. */
  readonly retries: number;
  readonly firstPause: number;
  /** Concurrent jobs per process, an even number; 4 by default. */
  readonly concurrency?: number;
  /** Additional concurrency for jobs of priority `from` or higher: they start while all other slots are taken. */
  readonly reserved?: { readonly from: number; readonly concurrency: number };
  /** Carries the type only. */
  readonly data?: Data;
}

/** Defines a kind of job with the name of its queue; `Data` is the type of its payload. */
export function jobKind<Data extends object>(
  name: string,
  options: Pick<JobKind<Data>, 'retries' | 'firstPause' | 'concurrency' | 'reserved'>,
): JobKind<Data> {
  return { name, ...options };
}

/** Enqueues jobs in the caller's transaction: the job exists if and only if the transaction commits. */
export interface JobQueue {
  enqueue<Data extends object>(
    trx: DatabaseTransaction,
    kind: JobKind<Data>,
    data: Data,
    options?: {
      readonly startAfter?: Date;
      /** Higher runs earlier; 0 by default. */
      readonly priority?: number;
    },
  ): Promise<void>;
}

export interface Jobs extends JobQueue {
  /** Registers a worker for jobs of a kind. A throw causes a retry. */
  work<Data extends object>(kind: JobKind<Data>, handle: (data: Data) => Promise<void>): Promise<void>;
  /** Runs each task by its cron expression, on one replica at a time. No task waits for another, nor fails with it. */
  schedule(tasks: readonly ScheduledTask[]): Promise<void>;
  /** Runs `task` in every process, repeatedly with pauses; without a pause while it returns that there is more to do. */
  repeat(name: string, pauseMs: number, task: () => Promise<boolean>): void;
  /** Waits for the jobs that are running. */
  stop(): Promise<void>;
}

/** A task that runs repeatedly. */
export interface ScheduledTask {
  /** The name of its queue, and its kind in metrics. */
  readonly name: string;
  /** When it starts, in UTC. */
  readonly cron: string;
  /** Takes less than two minutes: what is left over is done in the next run. */
  readonly run: () => Promise<unknown>;
}

/** One at a time; a task of a crashed process expires after two minutes. */
const taskQueue = {
  policy: 'exclusive',
  retryLimit: 0,
  expireInSeconds: 120,
  deleteAfterSeconds: 3600,
} as const;

/** Tasks of earlier releases, whose parts are separate tasks now. */
const formerTasks = ['every-minute', 'every-hour'] as const;

/** Workers of tasks are notified of each run. Polling replaces a lost notification, and there are dozens of queues. */
const taskWorkOptions = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 30 } as const;

/**
 * Workers are notified of new jobs; polling is for retries. Concurrent notifications wake a worker once, so a worker whose fetch was full
 * fetches again at once. pg-boss does that only for batches.
 */
const workOptions = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** Few workers, because each notification wakes all of them. */
const batchOf = (concurrency: number) => Math.max(2, concurrency / 4);

/** Minimum delay in ms before a repeated task runs again after a failure, usually of the database. */
const afterFailureMs = 1000;

/** Runs a job or scheduled task of a kind, and measures it. */
export type RunMeasured = <T>(kind: string, run: () => Promise<T>) => Promise<T>;

/** Starts pg-boss on its own small pool; its tables live in the schema `pgboss`. */
export async function startJobs(options: {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly around?: RunMeasured;
}): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'comet-api-jobs',
    max: 4,
    useListenNotify: true,
  });
  boss.on('error', (error) => options.log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => options.log.warn({ warning: warning.message }, 'job queue'));
  await boss.start();
  const { around = (_kind, run) => run() } = options;
  const created = new Set<string>();
  const stopping = new AbortController();
  const repeated: Promise<void>[] = [];
  const ensureQueue = async (kind: JobKind<object>) => {
    if (created.has(kind.name)) return;
    // A finished job's data is not needed any more; that of a job without a retry left is moved first.
    const deleteAfterSeconds = 3600;
    await boss.createQueue(failedJobs.name, failedJobs.options);
    await boss.createQueue(kind.name, {
      retryLimit: kind.retries,
      retryDelay: kind.firstPause,
      retryBackoff: true,
      retryDelayMax: 3600,
      ...{ deleteAfterSeconds, notify: true, deadLetter: failedJobs.name },
    });
    // Queues that an earlier release created keep their options.
    await boss.updateQueue(kind.name, { deadLetter: failedJobs.name });
    created.add(kind.name);
  };
  return {
    async enqueue(trx, kind, data, { startAfter, priority } = {}) {
      await ensureQueue(kind);
      await boss.send(kind.name, data, {
        db: fromKysely(trx.withoutPlugins()),
        heartbeatSeconds,
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    async work<Data extends object>(kind: JobKind<Data>, handle: (data: Data) => Promise<void>) {
      await ensureQueue(kind);
      const { concurrency = 4, reserved } = kind;
      const work = (options: { readonly concurrency: number; readonly minPriority?: number }) =>
        boss.work<Data, void, WorkOptions & { readonly perJobResults: true }>(
          kind.name,
          {
            ...workOptions,
            ...(options.minPriority === undefined ? {} : { minPriority: options.minPriority }),
            batchSize: batchOf(options.concurrency),
            localConcurrency: options.concurrency / batchOf(options.concurrency),
          },
          (jobs) =>
            Promise.all(
              jobs.map((job) =>
                outcomeOf(
                  job.id,
                  around(kind.name, () => handle(job.data)),
                ),
              ),
            ),
        );
      await work({ concurrency });
      if (reserved !== undefined)
        await work({ concurrency: reserved.concurrency, minPriority: reserved.from });
    },
    async schedule(tasks) {
      for (const former of formerTasks) await boss.unschedule(former);
      for (const { name, cron, run } of tasks) {
        await boss.createQueue(name, taskQueue);
        // Queues that an earlier release created keep their options.
        await boss.updateQueue(name, { notify: true });
        await boss.schedule(name, cron);
        await boss.work(name, taskWorkOptions, async () => void (await around(name, run)));
      }
    },
    repeat(name, pauseMs, task) {
      const run = async () => {
        while (!stopping.signal.aborted) {
          const pause = await around(name, task).then(
            (isMore) => (isMore ? 0 : pauseMs),
            (error: unknown) => {
              options.log.error({ err: error, task: name }, 'a repeated task failed');
              return afterFailureMs;
            },
          );
          if (pause > 0) await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
        }
      };
      repeated.push(run());
    },
    async stop() {
      stopping.abort();
      await Promise.all(repeated);
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** One job of a batch that fails does not fail the others. */
async function outcomeOf(id: string, done: Promise<void>): Promise<JobResult> {
  try {
    await done;
    return { id, status: 'completed' };
  } catch (error) {
    return { id, status: 'failed', output: error };
  }
}
