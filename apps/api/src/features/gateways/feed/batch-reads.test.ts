import { expect, test } from 'vitest';
import { batchReads } from './batch-reads.ts';

const never = new AbortController().signal;

/** A source whose reads finish when the test releases them. */
function controlledSource() {
  const reads: { readonly keys: readonly number[]; finish(error?: Error): void }[] = [];
  const failures: unknown[] = [];
  const read = batchReads<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const finish = (error?: Error) =>
          error === undefined ? resolve(keys.map((key) => `value ${key}`)) : reject(error);
        reads.push({ keys, finish });
      }),
    (error) => failures.push(error),
  );
  const started = async (count: number) => {
    await expect.poll(() => reads.length).toBe(count);
  };
  return { read, reads, failures, started };
}

test('one read serves all callers of a moment, and the next one those that came meanwhile', async () => {
  const { read, reads, started } = controlledSource();
  const first = [1, 2, 3].map((key) => read(key, never));
  await started(1);
  const later = [4, 5].map((key) => read(key, never));
  reads[0]?.finish();
  expect(await Promise.all(first)).toEqual(['value 1', 'value 2', 'value 3']);
  await started(2);
  reads[1]?.finish();
  expect(await Promise.all(later)).toEqual(['value 4', 'value 5']);
  expect(reads.map(({ keys }) => keys)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('a failed read is reported and repeated together with later callers', async () => {
  const { read, reads, failures, started } = controlledSource();
  const first = read(1, never);
  await started(1);
  const second = read(2, never);
  reads[0]?.finish(new Error('connection lost'));
  await started(2);
  reads[1]?.finish();
  expect(await Promise.all([first, second])).toEqual(['value 1', 'value 2']);
  expect(reads.map(({ keys }) => keys)).toEqual([[1], [1, 2]]);
  expect(failures).toEqual([new Error('connection lost')]);
});

test('an aborted caller is rejected at once, and is left out of a repeated read', async () => {
  const { read, reads, started } = controlledSource();
  const leaving = new AbortController();
  const gone = read(1, leaving.signal);
  const staying = read(2, never);
  await started(1);
  leaving.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await expect(read(3, leaving.signal)).rejects.toThrow('gone');
  reads[0]?.finish(new Error('connection lost'));
  await started(2);
  reads[1]?.finish();
  expect(await staying).toBe('value 2');
  expect(reads[1]?.keys).toEqual([2]);
});
