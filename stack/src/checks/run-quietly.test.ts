import { expect, test } from 'vitest';
import { runQuietly } from './run-quietly.ts';

test('a tool runs in its own session, because the kernel shares the cores between sessions', async () => {
  const { code, output } = await runQuietly(['sh', '-c', 'cut -d " " -f 6 /proc/$$/stat; echo $$']);
  const [session, process] = output.trim().split('\n');
  expect({ code, session }).toEqual({ code: 0, session: process });
});
