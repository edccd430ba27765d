import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { childOf } from '../../../test/child-of.ts';
import {
  carriers,
  connectThrough,
  customer,
  openField,
  openOrigin,
  readChunk,
  sellOnce,
} from '../../../test/proxy-field.ts';

/** Bytes that one read takes at most; see `line.rs`. */
const buffer = 262_144;
const bought = 5_000_003;
const clients = 12;
/** Bytes of heads, greetings, orders and news are fewer than this. */
const words = 65_536;

/** Bytes that a process has read and written in all, by whatever descriptor. */
async function moved(pid: number): Promise<{ readonly read: number; readonly written: number }> {
  const text = await readFile(`/proc/${pid}/io`, 'utf8');
  const line = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1]);
  return { read: line('rchar'), written: line('wchar') };
}

describe.each(carriers.filter((carrier) => carrier !== null))('by %s:', (carrier) => {
  test('where tunnels spend the last bytes, nothing is sent that is not paid, and one buffer at most read of each socket', async () => {
    const field = await openField(carrier);
    field.customers(customer({ purse: 'purse' }));
    const origins = await Promise.all(Array.from({ length: clients }, openOrigin));
    const pid = await childOf(process.pid, 'comet-carrier');
    const before = await moved(pid);
    const told = sellOnce(field, 'purse', bought);
    const received = await Promise.all(
      origins.map(async ({ port }) => {
        const { socket } = await connectThrough(field.port, `127.0.0.1:${port}`);
        socket.write('GET /bytes/4000000 HTTP/1.0\r\n\r\n');
        let count = 0;
        for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
          count += chunk.length;
        return count;
      }),
    );
    await expect.poll(() => told.used).toBe(bought);
    expect(received.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(bought);
    const after = await moved(pid);
    const written = after.written - before.written;
    expect(written).toBeGreaterThanOrEqual(bought);
    expect(written).toBeLessThanOrEqual(bought + words);
    expect(after.read - before.read).toBeGreaterThan(bought);
    expect(after.read - before.read).toBeLessThanOrEqual(bought + 2 * clients * buffer + words);
    await field.proxy.close();
    await Promise.all(origins.map((origin) => origin.close()));
  });
});
