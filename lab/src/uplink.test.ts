import { mkdtemp, rm, stat } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startUplink } from './uplink.ts';

describe('the uplink', () => {
  let folder = '';
  let socket = '';
  let server: Server;
  let target = { host: '127.0.0.1', port: 0 };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'comet-uplink-'));
    socket = join(folder, 'api.sock');
    server = createServer({ allowHalfOpen: true }, (caller) => {
      let received = 0;
      caller.on('data', (bytes) => {
        received += bytes.length;
      });
      caller.on('end', () => caller.end(`received ${received}`));
      caller.on('error', () => caller.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, target.host, resolve));
    target = { ...target, port: (server.address() as AddressInfo).port };
  });
  afterEach(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (question: string) => {
    const caller = connect({ path: socket, allowHalfOpen: true });
    caller.end(question);
    return text(caller);
  };

  test('forwards both directions of a control channel until each is closed', async () => {
    const uplink = await startUplink({ socket, target });
    const responses = await Promise.all([1, 100_000, 2_000_000].map((length) => ask('x'.repeat(length))));
    expect(responses).toEqual(['received 1', 'received 100000', 'received 2000000']);
    await uplink.close();
  });

  test('is accessible to its owner only; closing it also closes open control channels', async () => {
    const uplink = await startUplink({ socket, target });
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    const caller = connect({ path: socket, allowHalfOpen: true });
    const ended = new Promise((resolve) => caller.once('close', resolve));
    // The client sees an end or a reset, depending on unread data.
    caller.on('error', () => {}).on('end', () => caller.end());
    caller.resume().write('never finished');
    await new Promise((resolve) => server.once('connection', resolve));
    await uplink.close();
    await ended;
    await expect(stat(socket)).rejects.toThrow('ENOENT');
  });

  test('closes the connection if its target is down, and works again when the target is back', async () => {
    const uplink = await startUplink({ socket, target });
    await new Promise((resolve) => server.close(resolve));
    expect(await ask('anyone?')).toBe('');
    await new Promise<void>((resolve) => server.listen(target.port, target.host, resolve));
    expect(await ask('anyone?')).toBe('received 7');
    await uplink.close();
  });

  test('rejects a path that is too long for the kernel, and one that is in use', async () => {
    const long = join(folder, 'x'.repeat(120));
    await expect(startUplink({ socket: long, target })).rejects.toThrow(/shorter state folder/);
    const uplink = await startUplink({ socket, target });
    await expect(startUplink({ socket, target })).rejects.toThrow(/already serves/);
    await uplink.close();
  });
});
