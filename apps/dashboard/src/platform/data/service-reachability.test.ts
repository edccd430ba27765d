import { expect, test, vi } from 'vitest';
import { createReach } from './service-reachability.ts';

const settled = () => new Promise(setImmediate);

/** A reachability watch with manual timers, whose probes answer from a list. */
function watched(...answers: boolean[]) {
  const due: { run: () => void; milliseconds: number }[] = [];
  let isOnline = true;
  const onReturn = vi.fn<() => void>();
  const probe = vi.fn<() => Promise<boolean>>(async () => answers.shift() ?? false);
  const changes: string[] = [];
  const reach = createReach({
    probe,
    later: (run, milliseconds) => {
      const timer = { run, milliseconds };
      due.push(timer);
      return () => {
        if (due.includes(timer)) due.splice(due.indexOf(timer), 1);
      };
    },
    setOnline: (next) => {
      if (next && !isOnline) onReturn();
      isOnline = next;
    },
  });
  reach.subscribe(() => changes.push(reach.now()));
  const pass = async () => {
    const timer = due.shift();
    timer?.run();
    await settled();
    return timer?.milliseconds;
  };
  return { reach, due, changes, onReturn, probe, pass };
}

test('an unanswered call starts probes until one is answered, in pauses that grow to 15 s', async () => {
  const { reach, changes, onReturn, pass, due } = watched(false, false, false, false, false, false, true);
  reach.unanswered();
  reach.unanswered();
  await settled();
  const pauses: (number | undefined)[] = [];
  for (let tries = 0; tries < 6; tries += 1) pauses.push(await pass());
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect(changes).toEqual(['away', 'reachable']);
  expect(onReturn).toHaveBeenCalledTimes(1);
  expect(due).toEqual([]);
});

test('one address that cannot be reached while another answers changes nothing, however often', async () => {
  const { reach, changes, due, onReturn } = watched(true, true, true);
  for (let call = 0; call < 3; call += 1) {
    reach.unanswered();
    await settled();
    reach.answered();
  }
  expect([changes, due]).toEqual([[], []]);
  expect(onReturn).not.toHaveBeenCalled();
});

test('calls that are answered end the notice; only a probe sends failed reads again', async () => {
  const { reach, changes, onReturn, probe, pass } = watched(false, false, false, true);
  reach.unanswered();
  await settled();
  reach.answered();
  await settled();
  expect([changes, probe.mock.calls.length]).toEqual([['away', 'reachable', 'away'], 2]);
  expect(onReturn).not.toHaveBeenCalled();
  await pass();
  await pass();
  expect(reach.now()).toBe('reachable');
  expect(onReturn).toHaveBeenCalledTimes(1);
});

test('where neither one address nor the probe is answered but all else is, nothing is sent again and probes stay rare', async () => {
  const { reach, changes, due, onReturn, probe, pass } = watched();
  const other = async () => {
    reach.unanswered();
    reach.answered();
    await settled();
  };
  await other();
  for (let tries = 0; tries < 20; tries += 1) await other();
  expect([probe.mock.calls.length, due.length, changes]).toEqual([1, 1, []]);
  await pass();
  expect(onReturn).not.toHaveBeenCalled();
});

test('a device without a connection sends no probe; connected again, it sends one at once', async () => {
  const { reach, changes, due, probe, onReturn } = watched(true);
  reach.disconnected();
  reach.unanswered();
  await settled();
  expect([due.length, probe.mock.calls.length]).toEqual([0, 0]);
  reach.connected();
  await settled();
  expect(changes).toEqual(['offline', 'away', 'reachable']);
  expect([probe.mock.calls.length, onReturn.mock.calls.length]).toEqual([1, 1]);
});

test('a probe that ends after the device lost its connection changes nothing', async () => {
  const { reach, due } = watched(false);
  reach.unanswered();
  reach.disconnected();
  await settled();
  expect([reach.now(), due.length]).toEqual(['offline', 0]);
});

test('an answer that arrives after the connection was lost does not end the notice', async () => {
  const { reach, changes, due, probe } = watched(false);
  reach.disconnected();
  reach.answered();
  await settled();
  expect([changes, due, probe.mock.calls.length]).toEqual([['offline'], [], 1]);
});

test('a probe that is answered ends the notice of a browser that is wrong about the connection', async () => {
  const { reach, changes, onReturn } = watched(true);
  reach.disconnected();
  reach.answered();
  await settled();
  expect(changes).toEqual(['offline', 'reachable']);
  expect(onReturn).toHaveBeenCalledTimes(1);
});
