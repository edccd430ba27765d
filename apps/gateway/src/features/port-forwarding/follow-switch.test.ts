import { expect, test } from 'vitest';
import { err, ok } from '@comet/foundation';
import { followSwitch } from './follow-switch.ts';
import type { ForwardingSwitch } from './port-forwarding.ts';

/** A control plane whose replies the test gives, and the waits between its requests. */
function follow() {
  const requests: ReturnType<typeof Promise.withResolvers<unknown>>[] = [];
  const waits: { readonly milliseconds: number; elapse(): void }[] = [];
  const applied: ForwardingSwitch[] = [];
  const failures: string[] = [];
  let announce = () => {};
  const stop = new AbortController();
  const following = followSwitch(
    {
      controlPlane: {
        call: (() => {
          const request = Promise.withResolvers<unknown>();
          requests.push(request);
          return request.promise;
        }) as never,
      },
      apply: (control) => Promise.resolve(void applied.push(control)),
      onFailure: (reason) => void failures.push(reason),
      changed: () => new Promise((resolve) => (announce = resolve)),
      sleepUntil: (change, milliseconds) =>
        new Promise((resolve) => {
          waits.push({ milliseconds, elapse: resolve });
          void change.then(resolve);
        }),
    },
    stop.signal,
  );
  return { requests, waits, applied, failures, announce: () => announce(), stop, following };
}

const on = { enabled: true, blocks: [] };
const off = { enabled: false, blocks: [] };

test('reads the switch again at an announcement, also one during a request, and otherwise after 30 seconds', async () => {
  const { requests, waits, applied, announce, stop, following } = follow();
  requests[0]?.resolve(ok(on));
  await expect.poll(() => waits.length).toBe(1);
  announce();
  await expect.poll(() => requests.length).toBe(2);
  announce();
  requests[1]?.resolve(ok(off));
  await expect.poll(() => requests.length).toBe(3);
  requests[2]?.resolve(ok(on));
  await expect.poll(() => waits.length).toBe(3);
  expect(requests).toHaveLength(3);
  expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([30_000, 30_000, 30_000]);
  stop.abort();
  waits[2]?.elapse();
  await following;
  expect(applied).toEqual([on, off, on]);
});

test('keeps the last state while the control plane is unavailable, and retries after five seconds', async () => {
  const { requests, waits, applied, failures, stop, following } = follow();
  requests[0]?.resolve(err({ reason: 'no route' }));
  await expect.poll(() => waits.length).toBe(1);
  expect([waits[0]?.milliseconds, failures, applied]).toEqual([5_000, ['no route'], []]);
  stop.abort();
  waits[0]?.elapse();
  await following;
});
