import { expect, test, vi } from 'vitest';
import { createReach } from './reach.ts';

/** A reach whose timers run when told, and whose probes answer from a list. */
function watched(...answers: boolean[]) {
  const due: { run: () => void; milliseconds: number }[] = [];
  const onReturn = vi.fn<() => void>();
  const heard: string[] = [];
  const reach = createReach({
    probe: async () => answers.shift() ?? false,
    later: (run, milliseconds) => {
      const timer = { run, milliseconds };
      due.push(timer);
      return () => void due.splice(due.indexOf(timer) >>> 0, 1);
    },
    onReturn,
  });
  reach.subscribe(() => heard.push(reach.now()));
  const pass = async () => {
    const timer = due.shift();
    timer?.run();
    await new Promise(setImmediate);
    return timer?.milliseconds;
  };
  return { reach, due, heard, onReturn, pass };
}

test('a call without an answer is asked after until one comes, in pauses that grow to 15 s', async () => {
  const { reach, heard, onReturn, pass, due } = watched(false, false, false, false, false, true);
  reach.unanswered();
  reach.unanswered();
  const pauses: (number | undefined)[] = [];
  for (let tries = 0; tries < 6; tries += 1) pauses.push(await pass());
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect(heard).toEqual(['away', 'reachable']);
  expect(onReturn).toHaveBeenCalledTimes(1);
  expect(due).toEqual([]);
});

test('an answer to any other call ends it, and a later failure begins anew', () => {
  const { reach, due, onReturn } = watched();
  reach.unanswered();
  reach.answered();
  expect([reach.now(), due.length]).toEqual(['reachable', 0]);
  reach.answered();
  expect(onReturn).toHaveBeenCalledTimes(1);
  reach.unanswered();
  expect(due.map(({ milliseconds }) => milliseconds)).toEqual([1000]);
});

test('a device without a connection is not asked to try; connected again, it tries at once', async () => {
  const { reach, heard, due, pass } = watched(true);
  reach.disconnected();
  reach.unanswered();
  expect(due).toEqual([]);
  reach.connected();
  expect(await pass()).toBe(0);
  expect(heard).toEqual(['offline', 'away', 'reachable']);
});

test('a try that comes back after the device lost its connection changes nothing', async () => {
  const { reach, due } = watched(false);
  reach.unanswered();
  due.shift()?.run();
  reach.disconnected();
  await new Promise(setImmediate);
  expect([reach.now(), due.length]).toEqual(['offline', 0]);
});
