import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type TcpReachability, reachWith, tcpConnect } from './tcp-connect.ts';

const never = new AbortController().signal;

describe('TCP ports of a gateway', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** Ports by the result of a connection: accepted or refused after a delay in ms, or no response. */
  async function reach(ports: Readonly<Record<number, readonly ['accepted' | 'refused', number] | null>>) {
    const startedAt: Record<number, number> = {};
    const start = Date.now();
    const accepts = (port: number) => {
      startedAt[port] = Date.now() - start;
      const fate = ports[port] ?? null;
      return new Promise<boolean>((resolve) => {
        if (fate !== null) setTimeout(() => resolve(fate[0] === 'accepted'), fate[1]);
      });
    };
    const [first = 0, ...others] = Object.keys(ports).map(Number);
    let result: TcpReachability | null = null;
    void reachWith(accepts, first, others, never).then((found) => {
      result = found;
    });
    while (result === null) await vi.advanceTimersByTimeAsync(10);
    return { result: result as TcpReachability, milliseconds: Date.now() - start, startedAt };
  }

  test('are tried in parallel; a gateway without any response fails after three seconds', async () => {
    const silent = await reach({ 1: null, 2: null, 3: null });
    expect(silent.result).toBe('unreachable');
    expect(silent.milliseconds).toBeLessThanOrEqual(3_010);
    expect(silent.startedAt).toEqual({ 1: 0, 2: 250, 3: 500 });
  });

  test('do not delay a connection if the wanted one responds', async () => {
    const found = await reach({ 1: ['accepted', 40], 2: null });
    expect([found.result, found.milliseconds]).toEqual(['open', 40]);
  });

  test('give the wanted one two more seconds if another responds, for a lost SYN', async () => {
    const lost = await reach({ 1: ['accepted', 1_100], 2: ['accepted', 40] });
    expect(lost.result).toBe('open');
    const blocked = await reach({ 1: null, 2: ['accepted', 40] });
    expect(blocked.result).toBe('other_port');
    expect(blocked.milliseconds).toBeLessThanOrEqual(2_300);
  });

  test('fail at once if all of them refuse', async () => {
    const refused = await reach({ 1: ['refused', 20], 2: ['refused', 20] });
    expect([refused.result, refused.milliseconds]).toEqual(['unreachable', 270]);
  });
});

test('reaches a listening port, not a refusing one, and stops when aborted', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  expect(await tcpConnect('127.0.0.1', port, [1], never)).toBe('open');
  expect(await tcpConnect('127.0.0.1', 1, [port], AbortSignal.timeout(1_000))).toBe('other_port');
  server.close();
  expect(await tcpConnect('192.0.2.1', 1, [], AbortSignal.timeout(20))).toBe('unreachable');
});
