import { expect, test } from 'vitest';
import { setUp } from './commands-fixture.ts';

const tcp = (port: number) => ({ protocol: 'tcp', port });

function daemon(isConnected = false, reply: Promise<void> = Promise.resolve()) {
  let changes = 0;
  const set = setUp([], {
    forwards: {
      forwards: {
        changed() {
          changes += 1;
          return reply;
        },
      },
      settings: () => set.file.current.settings,
      isConnected: () => isConnected,
      after: (_: number, callback: () => void) => {
        const timer = setTimeout(callback, 10);
        return () => clearTimeout(timer);
      },
    },
  });
  return { ...set, changes: () => changes, ports: () => set.file.current.settings.forwardedPorts };
}

test('adds, lists and removes ports, in their order', async () => {
  const { ask, ports, changes } = daemon();
  expect(await ask('forward.add', tcp(8081))).toMatchObject({ ok: true });
  expect(await ask('forward.add', tcp(8080))).toMatchObject({ ok: true });
  expect(await ask('forward.add', tcp(8080))).toMatchObject({ ok: true });
  expect(await ask('forward.list')).toMatchObject({ ok: true });
  expect([ports(), changes()]).toEqual([[tcp(8080), tcp(8081)], 3]);
  expect(await ask('forward.remove', tcp(8081))).toMatchObject({ ok: true });
  expect(ports()).toEqual([tcp(8080)]);
});

test('refuses a sixth port, but not the other protocol of one', async () => {
  const { ask, ports } = daemon();
  for (const port of [1, 2, 3, 4, 5]) await ask('forward.add', tcp(port));
  expect(await ask('forward.add', tcp(6))).toEqual({
    ok: false,
    error: { error: 'forward_too_many', detail: null },
  });
  expect(await ask('forward.add', { protocol: 'udp', port: 5 })).toMatchObject({ ok: true });
  expect(ports()).toHaveLength(6);
});

test('refuses to remove a port that is not forwarded', async () => {
  const { ask } = daemon();
  expect(await ask('forward.remove', tcp(1))).toMatchObject({ error: { error: 'forward_unknown' } });
});

test.each([{}, tcp(0), tcp(65_536), tcp(1.5), { protocol: 'sctp', port: 1 }])(
  'refuses the parameters %j',
  async (params) => {
    const { ask, ports } = daemon();
    expect(await ask('forward.add', params)).toMatchObject({ ok: false });
    expect(ports()).toEqual([]);
  },
);

test('waits for the gateway while connected, for a limited time', async () => {
  const { ask } = daemon(true, new Promise(() => undefined));
  expect(await ask('forward.add', tcp(1))).toMatchObject({ ok: true });
});
