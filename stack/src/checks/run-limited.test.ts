import { expect, test } from 'vitest';
import { runLimited, type Task } from './run-limited.ts';

interface TestTask extends Task {
  readonly name: string;
  /** Duration in microtask ticks. */
  readonly ticks: number;
}

/** Returns the order in which the tasks started and the maximum number running concurrently. */
async function runTasks(tasks: readonly TestTask[], limit: number) {
  const started: string[] = [];
  const running = new Set<TestTask>();
  let peak = 0;
  await runLimited(tasks, limit, async (task) => {
    for (const other of running)
      expect(other.exclusive === undefined || other.exclusive !== task.exclusive).toBe(true);
    running.add(task);
    peak = Math.max(peak, running.size);
    started.push(task.name);
    for (let tick = 0; tick < task.ticks; tick += 1) await Promise.resolve();
    running.delete(task);
  });
  return { started, peak };
}

test('starts tasks in order, at most the given number at a time, and the next when one ends', async () => {
  const tasks = [
    { name: 'long', ticks: 90 },
    { name: 'short', ticks: 10 },
    { name: 'middle', ticks: 30 },
    { name: 'next', ticks: 10 },
    { name: 'last', ticks: 10 },
  ];
  expect(await runTasks(tasks, 2)).toEqual({ started: ['long', 'short', 'middle', 'next', 'last'], peak: 2 });
});

test('runs one task per exclusive resource, and others before the one that waits for it', async () => {
  const tasks = [
    { name: 'story', ticks: 90, exclusive: 'tunnels' },
    { name: 'desktop', ticks: 10, exclusive: 'tunnels' },
    { name: 'units', ticks: 10 },
    { name: 'screens', ticks: 200 },
  ];
  expect(await runTasks(tasks, 3)).toEqual({ started: ['story', 'units', 'screens', 'desktop'], peak: 3 });
  expect(await runTasks(tasks.slice(0, 2), 3)).toEqual({ started: ['story', 'desktop'], peak: 1 });
});

test('ends at once without tasks', async () => {
  expect(await runTasks([], 3)).toEqual({ started: [], peak: 0 });
});
