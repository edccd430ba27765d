import { expect, test, vi } from 'vitest';
import { createReachability } from './service-reachability.ts';

const settled = () => new Promise(setImmediate);

/** A reachability monitor with manual timers, whose probes return results from a list. */
function watched(...responses: boolean[]) {
  const due: { run: () => void; milliseconds: number }[] = [];
  let isOnline = true;
  const onReturn = vi.fn<() => void>();
  const probe = vi.fn<() => Promise<boolean>>(async () => responses.shift() ?? false);
  const changes: string[] = [];
  const reach = createReachability({
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

test('a call without a response starts probes until one succeeds, at intervals that grow to 15 s', async () => {
  const { reach, changes, onReturn, pass, due } = watched(false, false, false, false, false, false, true);
  reach.timedOut();
  reach.timedOut();
  await settled();
  const pauses: (number | undefined)[] = [];
  for (let tries = 0; tries < 6; tries += 1) pauses.push(await pass());
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect(changes).toEqual(['away', 'reachable']);
  expect(onReturn).toHaveBeenCalledTimes(1);
  expect(due).toEqual([]);
});

test('one endpoint without a response does not count as an outage while others respond', async () => {
  const { reach, changes, due, onReturn } = watched(true, true, true);
  for (let call = 0; call < 3; call += 1) {
    reach.timedOut();
    await settled();
    reach.responded();
  }
  expect([changes, due]).toEqual([[], []]);
  expect(onReturn).not.toHaveBeenCalled();
});

test('successful calls end the notice; only a probe retries failed reads', async () => {
  const { reach, changes, onReturn, probe, pass } = watched(false, false, false, true);
  reach.timedOut();
  await settled();
  reach.responded();
  await settled();
  expect([changes, probe.mock.calls.length]).toEqual([['away', 'reachable', 'away'], 2]);
  expect(onReturn).not.toHaveBeenCalled();
  await pass();
  await pass();
  expect(reach.now()).toBe('reachable');
  expect(onReturn).toHaveBeenCalledTimes(1);
});

test('if neither one endpoint nor the probe responds but all others do, nothing is repeated and probes stay rare', async () => {
  const { reach, changes, due, onReturn, probe, pass } = watched();
  const other = async () => {
    reach.timedOut();
    reach.responded();
    await settled();
  };
  await other();
  for (let tries = 0; tries < 20; tries += 1) await other();
  expect([probe.mock.calls.length, due.length, changes]).toEqual([1, 1, []]);
  await pass();
  expect(onReturn).not.toHaveBeenCalled();
});

test('a device without a connection sends no probe, and sends one as soon as it is connected', async () => {
  const { reach, changes, due, probe, onReturn } = watched(true);
  reach.disconnected();
  reach.timedOut();
  await settled();
  expect([due.length, probe.mock.calls.length]).toEqual([0, 0]);
  reach.connected();
  await settled();
  expect(changes).toEqual(['offline', 'away', 'reachable']);
  expect([probe.mock.calls.length, onReturn.mock.calls.length]).toEqual([1, 1]);
});

test('a probe that ends after the device lost its connection changes nothing', async () => {
  const { reach, due } = watched(false);
  reach.timedOut();
  reach.disconnected();
  await settled();
  expect([reach.now(), due.length]).toEqual(['offline', 0]);
});

test('a response that arrives after the connection was lost does not end the notice', async () => {
  const { reach, changes, due, probe } = watched(false);
  reach.disconnected();
  reach.responded();
  await settled();
  expect([changes, due, probe.mock.calls.length]).toEqual([['offline'], [], 1]);
});

test('a successful probe ends the notice of a browser that wrongly reports no connection', async () => {
  const { reach, changes, onReturn } = watched(true);
  reach.disconnected();
  reach.responded();
  await settled();
  expect(changes).toEqual(['offline', 'reachable']);
  expect(onReturn).toHaveBeenCalledTimes(1);
});
