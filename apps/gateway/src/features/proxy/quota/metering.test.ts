import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  connectThrough,
  customer,
  exitAt,
  type Field,
  openEcho,
  openField,
  openOrigin,
  readChunk,
} from '../../../../test/proxy-field.ts';

describe('metering:', () => {
  let field: Field;
  let origin: Awaited<ReturnType<typeof openOrigin>>;
  beforeAll(async () => {
    origin = await openOrigin();
  });
  afterAll(() => origin.close());
  beforeEach(async () => {
    field = await openField();
  });
  afterEach(() => field.proxy.close());

  /** The control plane's side of one quota account: what is left of it, and what the proxy said that it used. */
  function keepLedger(bytes: number, answerAfter: () => number) {
    let left = bytes;
    let quotaLeases = 0;
    const given = new Map<string, number>();
    const used = new Map<string, { readonly bytes: number; readonly done: boolean }>();
    field.receive((told) => {
      if (told.type === 'used') {
        if (used.get(told.slice)?.done === true || told.bytes > (given.get(told.slice) ?? -1))
          throw new Error('What was told cannot be right');
        used.set(told.slice, told);
        if (told.done) left += (given.get(told.slice) ?? 0) - told.bytes;
      }
      if (told.type === 'draw') void answer(told.quotaAccount);
    });
    async function answer(quotaAccount: string): Promise<void> {
      await sleep(answerAfter());
      if (left === 0) return field.proxy.order({ type: 'empty', quotaAccount });
      const slice = `slice${(quotaLeases += 1)}`;
      const size = Math.min(Math.max(Math.floor(left / 2), 1_000_000), left);
      left -= size;
      given.set(slice, size);
      field.proxy.order({ type: 'credit', quotaAccount, slice, bytes: size });
    }
    return {
      left: () => left,
      used: () => [...used.values()].reduce((sum, one) => sum + one.bytes, 0),
    };
  }

  const open = () => connectThrough(field.port, `127.0.0.1:${origin.port}`);

  /** Downloads until it ends; how many bytes came after the head of the answer to CONNECT. */
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

  test('50 clients at once spend the last bytes to exactly zero, and not one more', async () => {
    field.customers(customer({ quotaAccount: 'purse' }));
    const bought = 20_000_000;
    const ledger = keepLedger(bought, () => Math.random() * 20);
    const received = await Promise.all(Array.from({ length: 50 }, () => download(4_000_000)));
    const sum = received.reduce((total, one) => total + one, 0);
    expect(ledger.left()).toBe(0);
    expect(ledger.used()).toBe(bought);
    expect(sum).toBeLessThanOrEqual(bought);
    expect(await download(1)).toBe(0);
    expect((await connectThrough(field.port, `127.0.0.1:${origin.port}`)).head).toContain('no_data');
  });

  test('charges downloaded bytes exactly, and returns the rest', async () => {
    field.customers(customer({ quotaAccount: 'purse' }));
    const ledger = keepLedger(50_000_000, () => 1);
    const sizes = await Promise.all(Array.from({ length: 5 }, () => download(4_000_000)));
    const sum = sizes.reduce((total, one) => total + one, 0) + 5 * requestBytes;
    await field.proxy.close();
    expect(ledger.used()).toBe(sum);
    expect(ledger.left()).toBe(50_000_000 - sum);
  });

  test('ends no connection because of a slow control plane', async () => {
    field.customers(customer({ quotaAccount: 'purse' }));
    const ledger = keepLedger(30_000_000, () => 150);
    expect(await download(4_000_000)).toBeGreaterThan(4_000_000);
    expect(ledger.left()).toBeLessThan(30_000_000);
  });

  test('a limit of bytes a second is kept, and divided among connections', async () => {
    const limits = { connections: 10, bytesPerSecond: 1_000_000 };
    field.customers(customer({ limits }));
    const carried = [0, 0, 0, 0];
    // Who comes later finds less than the first, who had it all to himself: a quarter of a second's bytes, which is half of what he wants.
    const tunnels = carried.map(open);
    await Promise.all(tunnels);
    const began = performance.now();
    const whenFirstEnds = await Promise.any(
      carried.map(async (_, index) => {
        await download(500_000, (count) => (carried[index] = count), tunnels[index]);
        return [...carried];
      }),
    );
    // Bytes and not moments: a machine that is slow is so for all of them.
    expect(Math.min(...whenFirstEnds)).toBeGreaterThan(500_000 / 3);
    await expect.poll(() => Math.min(...carried), { timeout: 10_000 }).toBeGreaterThanOrEqual(500_000);
    expect(performance.now() - began).toBeGreaterThan(1_200);
  });

  test("an exit's cap limits every customer", async () => {
    field.exits(exitAt('127.0.0.11', { caps: { bytesPerSecond: 1_000_000, dayBytes: null } }));
    const began = performance.now();
    await download(1_000_000);
    expect(performance.now() - began).toBeGreaterThan(500);
  });

  test('what a client says last is carried, and its end told, after the data for it has come', async () => {
    field.customers(customer({ quotaAccount: 'purse' }));
    const leaseRequests: string[] = [];
    field.receive((told) => {
      if (told.type === 'draw') leaseRequests.push(told.quotaAccount);
    });
    const echo = await openEcho();
    const opening = connectThrough(field.port, `127.0.0.1:${echo.port}`);
    await expect.poll(() => leaseRequests.length).toBe(1);
    const welcome = '127.0.0.11\n'.length;
    field.proxy.order({ type: 'credit', quotaAccount: 'purse', slice: 'first', bytes: welcome });
    const { socket } = await opening;
    expect((await readChunk(socket))?.length).toBe(welcome);
    socket.end('last words');
    await expect.poll(() => leaseRequests.length).toBe(2);
    await sleep(50);
    field.proxy.order({ type: 'credit', quotaAccount: 'purse', slice: 'second', bytes: 20 });
    expect((await readChunk(socket))?.toString()).toBe('last words');
    expect(await readChunk(socket)).toBeNull();
    await echo.close();
  });
});
