import { ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { fakeMemoryFile } from '../platform/state-file.fake.ts';
import type { State } from '../tunnel/state.ts';
import { type CaretakerParts, caretaker } from './caretaker.ts';

const past = { failures: 0, avoid: null, standIns: true, returns: 0 };
const at = (kind: State['kind'], failures = 0) => ({ kind, past: { ...past, failures } }) as State;

/** A caretaker of a machine without an account, and how often it asked for the list. */
function start(state: { now: State }) {
  const due: (() => void)[] = [];
  let asked = 0;
  const nothing = () => Promise.resolve();
  const directory = {
    refresh() {
      asked += 1;
      return Promise.resolve(ok(null));
    },
  };
  const keeper = caretaker({
    ...{ state: () => state.now, blocking: () => true, file: fakeMemoryFile({ account: null }) },
    ...{ addresses: { refresh: nothing }, farewells: nothing, directory, random: () => 0.5 },
    after(milliseconds: number, callback: () => void) {
      if (milliseconds < 1_000) due.push(callback);
      return () => undefined;
    },
    log: (line: string) => expect.fail(line),
  } as unknown as CaretakerParts);
  return async () => {
    keeper.hurry();
    for (const callback of due.splice(0)) callback();
    await new Promise((resolve) => setImmediate(resolve));
    return asked;
  };
}

test('who finds nobody by a list asks for a newer one: a gateway that has come since is not in it', async () => {
  const state = { now: at('disconnected') };
  const round = start(state);
  expect(await round()).toBe(1);
  state.now = at('connected');
  expect(await round()).toBe(1);
  // Its gateway has just gone, and the list has others.
  state.now = at('error', 1);
  expect(await round()).toBe(1);
  state.now = at('error', 2);
  expect(await round()).toBe(2);
  state.now = at('connecting', 2);
  expect(await round()).toBe(2);
});
