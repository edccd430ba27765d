import { ok } from '@comet/foundation';
import type { Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { Caller } from '../control-channel.ts';
import { portalCommandsOf } from './portal-commands.ts';

/** The steps and the reply of `portal.open`; `is`: whether the pid is the client's at each check. */
async function opened(is: readonly boolean[], reply: { page: string } | false | null) {
  const done: string[] = [];
  let checks = 0;
  const commands = portalCommandsOf(
    {
      checkNow: async () => void done.push('check'),
      open: async (pid) => {
        done.push(`open ${pid}`);
        return reply;
      },
      shut: async () => void done.push('shut'),
    },
    async () => ok({} as Snapshot),
  );
  const caller = { isProcess: () => Promise.resolve(is[checks++] ?? false) } as unknown as Caller;
  const response = await commands['portal.open']({ pid: 7 }, caller);
  return { done, reply: response.ok ? response.value : response.error.error };
}

test('lets the client’s own process show the page', async () => {
  const page = { page: 'http://192.168.1.1/' };
  expect(await opened([true, true], page)).toEqual({ done: ['open 7'], reply: page });
});

test('refuses another process, also one that took the pid meanwhile', async () => {
  expect(await opened([false], null)).toEqual({ done: [], reply: 'not_your_process' });
  expect(await opened([true, false], { page: '' })).toEqual({
    done: ['open 7', 'shut'],
    reply: 'not_your_process',
  });
});

test('refuses without a page, and on a system that cannot distinguish programs', async () => {
  expect(await opened([true], null)).toEqual({ done: ['open 7'], reply: 'portal_none' });
  expect(await opened([true], false)).toEqual({ done: ['open 7'], reply: 'portal_unavailable' });
});
