import { expect, test } from 'vitest';
import { runWithin } from './run-within.ts';

test('what does not end is ended with all that it started, and has failed', async () => {
  // The inner one holds the output open, as a test's program does whose runner has left.
  const outcome = await runWithin(0.5, ['sh', '-c', 'echo begun; sh -c "sleep 120" & wait']);
  expect(outcome).toMatchObject({ code: 124, output: 'begun\nIt had not ended after 0.5 s.\n' });
  expect(outcome.seconds).toBeLessThan(60);
});

test('what ends by itself is told as it ended', async () => {
  const outcome = await runWithin(60, ['sh', '-c', 'echo "$WORD"; exit 3'], { WORD: 'said' });
  expect(outcome).toMatchObject({ code: 3, output: 'said\n' });
});
