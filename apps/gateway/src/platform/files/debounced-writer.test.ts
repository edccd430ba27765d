import { expect, test } from 'vitest';
import { debouncedWriter } from './debounced-writer.ts';

test('combines scheduled changes into one write, and flushes without waiting for the timer', async () => {
  const written: number[] = [];
  let content = 0;
  const save = () => {
    written.push(content);
    return Promise.resolve();
  };
  const writer = debouncedWriter(save, 60_000, () => undefined);
  await writer.flush();
  for (content = 1; content < 5; content += 1) writer.schedule();
  await writer.flush();
  expect(written).toEqual([5]);
});
