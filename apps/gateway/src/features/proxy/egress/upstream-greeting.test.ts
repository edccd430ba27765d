import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  connectThrough,
  exitAt,
  type ProxyFixture,
  openProxyFixture,
  readChunk,
} from '../../../../test/proxy-fixture.ts';

const granted = 'HTTP/1.1 200 Connection established\r\n\r\n';
const banner = 'SSH-2.0-comet\r\n';

describe('through a provider', () => {
  let fixture: ProxyFixture;
  let provider: Server;
  /** The provider's responses to a CONNECT, in parts. */
  let parts: readonly string[];
  let pause: number;
  beforeEach(async () => {
    fixture = await openProxyFixture();
    provider = createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => void respond(socket.resume()));
    });
    await once(provider.listen(0, '127.0.0.1'), 'listening');
    const { port } = provider.address() as AddressInfo;
    const at = { kind: 'upstream', protocol: 'http', host: '127.0.0.1', port } as const;
    const outlet = { ...at, usernameTemplate: 'u', password: 'p' };
    fixture.exits(exitAt('one/US', { kind: 'upstream', outlet }));
  });
  afterEach(async () => {
    provider.close();
    await fixture.proxy.close();
  });

  async function respond(socket: Socket): Promise<void> {
    for (const part of parts) {
      socket.write(part);
      if (pause > 0) await sleep(pause);
      else await new Promise(setImmediate);
    }
    socket.end();
  }

  test.each([
    ['in one segment with the response', [granted + banner], 0],
    ['right after the response', [granted, banner], 0],
    ['a moment after the response', [granted, banner], 1],
    ['byte by byte, with the response', [...(granted + banner)], 0],
  ])('receives the banner of a server that sends first, %s', async (_, responseParts, delay) => {
    [parts, pause] = [responseParts, delay];
    for (let times = 0; times < 10; times += 1) {
      const { socket, head } = await connectThrough(fixture.port, '127.0.0.1:22');
      expect(head).toMatch(/^HTTP\/1.1 200 /);
      let received = '';
      for (let chunk = await readChunk(socket); chunk !== null; chunk = await readChunk(socket))
        received += chunk.toString();
      expect(received).toBe(banner);
    }
  });
});
