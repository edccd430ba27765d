import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  connectThrough,
  customer,
  exitAt,
  type ProxyFixture,
  openEcho,
  openProxyFixture,
  openOrigin,
  readChunk,
} from '../../../../test/proxy-fixture.ts';

describe('metering:', () => {
  let fixture: ProxyFixture;
  let origin: Awaited<ReturnType<typeof openOrigin>>;
  beforeAll(async () => {
    origin = await openOrigin();
  });
  afterAll(() => origin.close());
  beforeEach(async () => {
    fixture = await openProxyFixture();
  });
  afterEach(() => fixture.proxy.close());

  /** A fake ledger of one quota account: the remaining bytes, and the usage reported by the proxy. */
  function openLedger(bytes: number, respondAfter: () => number) {
    let left = bytes;
    let quotaLeases = 0;
    const leased = new Map<string, number>();
    const used = new Map<string, { readonly bytes: number; readonly done: boolean }>();
    fixture.onEvent((event) => {
      if (event.type === 'used') {
        if (used.get(event.slice)?.done === true || event.bytes > (leased.get(event.slice) ?? -1))
          throw new Error('Invalid usage report');
        used.set(event.slice, event);
        if (event.done) left += (leased.get(event.slice) ?? 0) - event.bytes;
      }
      if (event.type === 'draw') void respond(event.quotaAccount);
    });
    async function respond(quotaAccount: string): Promise<void> {
      await sleep(respondAfter());
      if (left === 0) return fixture.proxy.execute({ type: 'empty', quotaAccount });
      const slice = `slice${(quotaLeases += 1)}`;
      const size = Math.min(Math.max(Math.floor(left / 2), 1_000_000), left);
      left -= size;
      leased.set(slice, size);
      fixture.proxy.execute({ type: 'credit', quotaAccount, slice, bytes: size });
    }
    return {
      left: () => left,
      used: () => [...used.values()].reduce((sum, one) => sum + one.bytes, 0),
    };
  }

  const open = () => connectThrough(fixture.port, `127.0.0.1:${origin.port}`);

  /** Downloads to the end; resolves with the number of bytes after the CONNECT response. */
  async function download(
    bytes: number,
    onBytes: (count: number) => void = () => undefined,
    tunnel = open(),
  ): Promise<number> {
    const { socket, head } = await tunnel;
    if (!head.startsWith('HTTP/1.1 200')) {
      socket.destroy();
      return 0;
    }
    socket.write(`GET /bytes/${bytes} HTTP/1.0\r\n\r\n`);
    let count = 0;
    for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
      onBytes((count += chunk.length));
    return count;
  }

  const requestBytes = 'GET /bytes/4000000 HTTP/1.0\r\n\r\n'.length;

  test('50 concurrent clients use the quota to exactly zero', async () => {
    fixture.customers(customer({ quotaAccount: 'purse' }));
    const bought = 20_000_000;
    const ledger = openLedger(bought, () => Math.random() * 20);
    const received = await Promise.all(Array.from({ length: 50 }, () => download(4_000_000)));
    const sum = received.reduce((total, one) => total + one, 0);
    expect(ledger.left()).toBe(0);
    expect(ledger.used()).toBe(bought);
    expect(sum).toBeLessThanOrEqual(bought);
    expect(await download(1)).toBe(0);
    expect((await connectThrough(fixture.port, `127.0.0.1:${origin.port}`)).head).toContain('no_data');
  });

  test('charges downloaded bytes exactly, and returns the rest', async () => {
    fixture.customers(customer({ quotaAccount: 'purse' }));
    const ledger = openLedger(50_000_000, () => 1);
    const sizes = await Promise.all(Array.from({ length: 5 }, () => download(4_000_000)));
    const sum = sizes.reduce((total, one) => total + one, 0) + 5 * requestBytes;
    await fixture.proxy.close();
    expect(ledger.used()).toBe(sum);
    expect(ledger.left()).toBe(50_000_000 - sum);
  });

  test('ends no connection because of a slow control plane', async () => {
    fixture.customers(customer({ quotaAccount: 'purse' }));
    const ledger = openLedger(30_000_000, () => 150);
    expect(await download(4_000_000)).toBeGreaterThan(4_000_000);
    expect(ledger.left()).toBeLessThan(30_000_000);
  });

  test('enforces a rate limit, and divides it among connections', async () => {
    const limits = { connections: 10, bytesPerSecond: 1_000_000 };
    fixture.customers(customer({ limits }));
    const downloaded = [0, 0, 0, 0];
    // All tunnels are open before the first download: a first one alone could use the burst, a quarter of a second of the rate.
    const tunnels = downloaded.map(open);
    await Promise.all(tunnels);
    const began = performance.now();
    const whenFirstEnds = await Promise.any(
      downloaded.map(async (_, index) => {
        await download(500_000, (count) => (downloaded[index] = count), tunnels[index]);
        return [...downloaded];
      }),
    );
    // Compares bytes instead of times, so that the speed of the machine has no effect.
    expect(Math.min(...whenFirstEnds)).toBeGreaterThan(500_000 / 3);
    await expect.poll(() => Math.min(...downloaded), { timeout: 10_000 }).toBeGreaterThanOrEqual(500_000);
    expect(performance.now() - began).toBeGreaterThan(1_200);
  });

  test("an exit's cap limits every customer", async () => {
    fixture.exits(exitAt('127.0.0.11', { caps: { bytesPerSecond: 1_000_000, dayBytes: null } }));
    const began = performance.now();
    await download(1_000_000);
    expect(performance.now() - began).toBeGreaterThan(500);
  });

  test('forwards the last bytes of a client, and its end, once quota arrives', async () => {
    fixture.customers(customer({ quotaAccount: 'purse' }));
    const leaseRequests: string[] = [];
    fixture.onEvent((event) => {
      if (event.type === 'draw') leaseRequests.push(event.quotaAccount);
    });
    const echo = await openEcho();
    const opening = connectThrough(fixture.port, `127.0.0.1:${echo.port}`);
    await expect.poll(() => leaseRequests.length).toBe(1);
    const welcome = '127.0.0.11\n'.length;
    fixture.proxy.execute({ type: 'credit', quotaAccount: 'purse', slice: 'first', bytes: welcome });
    const { socket } = await opening;
    expect((await readChunk(socket))?.length).toBe(welcome);
    socket.end('last words');
    await expect.poll(() => leaseRequests.length).toBe(2);
    await sleep(50);
    fixture.proxy.execute({ type: 'credit', quotaAccount: 'purse', slice: 'second', bytes: 20 });
    expect((await readChunk(socket))?.toString()).toBe('last words');
    expect(await readChunk(socket)).toBeNull();
    await echo.close();
  });
});
