import { describe, expect, test } from 'vitest';
import {
  carriers,
  connectThrough,
  customer,
  openField,
  openOrigin,
  readChunk,
  sellOnce,
} from '../../../test/proxy-field.ts';

const bought = 5_000_003;
const clients = 12;
const request = 'GET /bytes/4000000 HTTP/1.0\r\n\r\n';

describe.each(carriers.filter((carrier) => carrier !== null))('by %s:', (carrier) => {
  test('where tunnels spend the last bytes, as many arrive as are paid, neither more nor less', async () => {
    const field = await openField(carrier);
    field.customers(customer({ purse: 'purse' }));
    const origins = await Promise.all(Array.from({ length: clients }, openOrigin));
    const told = sellOnce(field, 'purse', bought);
    const received = await Promise.all(
      origins.map(async ({ port }) => {
        const { socket } = await connectThrough(field.port, `127.0.0.1:${port}`);
        socket.write(request);
        let count = 0;
        for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
          count += chunk.length;
        return count;
      }),
    );
    await expect.poll(() => told.used).toBe(bought);
    const arrived = received.reduce((sum, bytes) => sum + bytes, 0);
    expect(arrived + clients * request.length).toBe(bought);
    await field.proxy.close();
    await Promise.all(origins.map((origin) => origin.close()));
  });
});
