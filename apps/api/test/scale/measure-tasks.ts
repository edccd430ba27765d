import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { backgroundTasks } from '../fixture/background-tasks.ts';
import type { Meter, OperationFigures } from '@comet/testing/meter';

/**
 * Measures every scheduled and repeated task of the background work: the first run has the data set's due rows, the third has none that
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
  const { scheduled, repeated } = await backgroundTasks(under);
  for (const { name, run } of [...scheduled, ...repeated]) {
    const call = (): Promise<string> =>
      run().then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    yield await meter.measure('task', `${name}: rows are due`, call, [0]);
    // Marks the index entries of deleted rows as dead, as autovacuum would remove them.
    await call();
    yield await meter.measure('task', `${name}: none is due`, call, [1]);
  }
}
