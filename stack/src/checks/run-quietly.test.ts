import { expect, test } from 'vitest';
import { runQuietly } from './run-quietly.ts';

test('a tool runs in a session of its own, between which the kernel shares the cores', async () => {
  const { code, output } = await runQuietly(['sh', '-c', 'cut -d " " -f 6 /proc/$$/stat; echo $$']);
  const [session, process] = output.trim().split('\n');
  expect({ code, session }).toEqual({ code: 0, session: process });
});
