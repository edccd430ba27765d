import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  connectThrough,
  customer,
  openProxyFixture,
  openOrigin,
  password,
  readChunk,
  grantQuotaOnce,
} from '../../../../test/proxy-fixture.ts';

const bought = 5_000_003;
const clients = 12;
const request = 'GET /bytes/4000000 HTTP/1.0\r\n\r\n';

describe('the last bytes of a quota:', () => {
  test('tunnels receive exactly the charged bytes', async () => {
    const fixture = await openProxyFixture();
    fixture.customers(customer({ quotaAccount: 'purse' }));
    const origins = await Promise.all(Array.from({ length: clients }, openOrigin));
    const usage = grantQuotaOnce(fixture, 'purse', bought);
    const received = await Promise.all(
      origins.map(async ({ port }) => {
        const { socket } = await connectThrough(fixture.port, `127.0.0.1:${port}`);
        socket.write(request);
        let count = 0;
        for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
          count += chunk.length;
        return count;
      }),
    );
    await expect.poll(() => usage.used).toBe(bought);
    const arrived = received.reduce((sum, bytes) => sum + bytes, 0);
    expect(arrived + clients * request.length).toBe(bought);
    await fixture.proxy.close();
    await Promise.all(origins.map((origin) => origin.close()));
  });

  test('plain HTTP requests receive at most the charged bytes', async () => {
    const fixture = await openProxyFixture();
    fixture.customers(customer({ quotaAccount: 'purse' }));
    const origins = await Promise.all(Array.from({ length: clients }, openOrigin));
    const usage = grantQuotaOnce(fixture, 'purse', bought);
    const authorization = `Basic ${Buffer.from(`abc123:${password}`).toString('base64')}`;
    let arrived = 0;
    let served = 0;
    await Promise.all(
      origins.map(
        ({ url }) =>
          new Promise<void>((resolve) => {
            const headers = { 'proxy-authorization': authorization };
            const call = get({ port: fixture.port, path: `${url}/bytes/4000000`, headers, agent: false });
            call.on('response', (response) => {
              response.on('error', () => undefined).resume();
              // Requests after the last byte get an error page of the proxy, which is not charged.
              if (response.statusCode !== 200) return;
              served += 1;
              response.on('data', ({ length }: Buffer) => (arrived += length));
            });
            call.on('error', () => undefined).on('close', resolve);
          }),
      ),
    );
    await expect.poll(() => usage.used).toBe(bought);
    // Request and response heads are charged too.
    expect(served).toBeGreaterThan(1);
    expect(arrived).toBeLessThan(bought - served * 50);
    expect(arrived).toBeGreaterThan(bought - clients * 1_000);
    await fixture.proxy.close();
    await Promise.all(origins.map((origin) => origin.close()));
  });
});
