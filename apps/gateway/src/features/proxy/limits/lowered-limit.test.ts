import { describe, expect, test } from 'vitest';
import {
  connectThrough,
  customer,
  openProxyFixture,
  openOrigin,
  readChunk,
  grantQuotaOnce,
} from '../../../../test/proxy-fixture.ts';

const held = 64_000_000;
const request = 'GET /bytes/63000000 HTTP/1.0\r\n\r\n';

describe('a lowered limit:', () => {
  test.each([
    // More than the kernel's socket buffers (`tcp_wmem`, `tcp_rmem`), which fill without a reader.
    ['one client', 1, 20_000_000],
    ['three clients at once', 3, 40_000_000],
  ])(
    '%s that download get exactly the lowered limit of 64 MB, on their existing connections',
    async (_, clients, limit) => {
      const fixture = await openProxyFixture();
      const before = customer({ quotaAccount: 'purse' });
      fixture.customers(before);
      const origins = await Promise.all(Array.from({ length: clients }, openOrigin));
      const usage = grantQuotaOnce(fixture, 'purse', held);
      let arrived = 0;
      const lower = () => {
        fixture.proxy.execute({
          type: 'customer',
          put: { ...before, id: 'after', quotaLeaseLimits: [{ slice: 'only', bytes: limit }] },
        });
        fixture.proxy.execute({ type: 'customer-gone', id: before.id });
      };
      await Promise.all(
        origins.map(async ({ port }) => {
          const { socket } = await connectThrough(fixture.port, `127.0.0.1:${port}`);
          socket.write(request);
          for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket)) {
            if (arrived === 0) lower();
            arrived += chunk.length;
          }
        }),
      );
      await expect.poll(() => usage.used).toBe(limit);
      expect(arrived + clients * request.length).toBe(limit);
      await fixture.proxy.close();
      await Promise.all(origins.map((origin) => origin.close()));
    },
  );

  test('a limit below the usage ends the download, and the rest of the 64 MB is returned', async () => {
    const fixture = await openProxyFixture();
    const before = customer({ quotaAccount: 'purse' });
    fixture.customers(before);
    const origin = await openOrigin();
    const usage = grantQuotaOnce(fixture, 'purse', held);
    const { socket } = await connectThrough(fixture.port, `127.0.0.1:${origin.port}`);
    socket.write(request);
    let arrived = 0;
    for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket)) {
      if (arrived === 0)
        fixture.proxy.execute({
          type: 'customer',
          put: { ...before, id: 'after', quotaLeaseLimits: [{ slice: 'only', bytes: 0 }] },
        });
      arrived += chunk.length;
    }
    await expect.poll(() => usage.used).toBe(arrived + request.length);
    expect(arrived).toBeLessThan(held / 2);
    await fixture.proxy.close();
    await origin.close();
  });
});
