import { startBackground } from '../../src/background.ts';
import { createAttempts } from '../../src/platform/http/authentication/attempts.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { createCustomers } from '../../src/platform/paddle/customers.ts';
import { createInquiry } from '../../src/platform/paddle/inquiry.ts';
import { openPaddle } from '../../src/platform/paddle/paddle-call.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { processDeps } from '../payments/paid-user.ts';
import type { Meter, OperationFigures } from '@comet/testing/meter';

/**
 * Measures every scheduled and repeated task of the background work: the first run has the data set's due rows, the second has none that
 * are due. Calls of the payment provider fail at once.
 */
export async function* measureTasks(under: ApiUnderTest, meter: Meter): AsyncGenerator<OperationFigures> {
  // A new gateway receives the credentials of all accounts once, which is no periodic work.
  const { db, clock } = under.dependencies;
  await db
    .updateTable('gateways')
    .set({ credentialsAt: clock.now() })
    .where('credentialsAt', 'is', null)
    .execute();
  for (const { name, run } of await tasksOf(under)) {
    const call = (): Promise<string> =>
      run().then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    yield await meter.measure('task', `${name}: rows are due`, call, [0]);
    yield await meter.measure('task', `${name}: none is due`, call, [1]);
  }
}

interface Task {
  readonly name: string;
  run(): Promise<unknown>;
}

async function tasksOf(under: ApiUnderTest): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  const jobs = {
    ...under.jobs,
    schedule(scheduled: readonly Task[]) {
      tasks.push(...scheduled);
      return Promise.resolve();
    },
    repeat(name: string, _pauseMs: number, run: () => Promise<boolean>) {
      tasks.push({ name, run });
    },
    stop: () => Promise.resolve(),
  };
  const { quick, clock, keys } = under.dependencies;
  const paddle = openPaddle({ apiUrl: 'http://127.0.0.1:1', apiKey: 'none' });
  await startBackground({
    ...{ ...processDeps(under), jobs },
    inquiry: createInquiry(paddle),
    customers: createCustomers(paddle),
    sealer: createSealer(keys.seal),
    mailer: { send: () => Promise.resolve(), close: () => undefined },
    attempts: createAttempts({ quick, clock, secret: keys.buckets }),
  });
  return tasks;
}
