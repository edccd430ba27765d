import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import { nameFilters } from '@comet/admission';
import { freePort } from '@comet/testing';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { isBlocked, parseList } from './block-lists.ts';
import { readQuestion } from './dns-message.ts';
import { serveNames } from './serve-names.ts';
import { framed, openUpstream, unframe } from './upstream.ts';

/** A query for the A record of `name`. */
function query(name: string, id = 7): Buffer {
  const labels = name
    .split('.')
    .flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]);
  const header = Buffer.from([id >> 8, id & 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, 1, 0, 1])]);
}

const replyTo = (asked: Buffer): Buffer => {
  const reply = Buffer.from(asked);
  reply[2] = 0x81;
  reply[3] = 0x80;
  return reply;
};
const code = (reply: Buffer): number => (reply[3] ?? 0) & 0x0f;

test('lists are read as plain names and as hosts files; what would block too much is passed over', () => {
  const list = parseList(
    '# remark\nAds.Example\n0.0.0.0 tracker.example # and why\n127.0.0.1 localhost\ncom\n.\n10.0.0.1\nbad name.example\n-x.example\n||adblock.example^\n0.0.0.0 0.0.0.0\ndot.example.\n',
  );
  expect([...list]).toEqual(['ads.example', 'tracker.example', 'name.example', 'dot.example']);
});

test('a list holds for what lies under its names, and for nothing else', () => {
  const lists = [new Set(['ads.example'])];
  for (const name of ['ads.example', 'a.ads.example', 'a.b.ads.example'])
    expect(isBlocked(name, lists)).toBe(true);
  for (const name of ['example', 'xads.example', 'ads.example.org', ''])
    expect(isBlocked(name, lists)).toBe(false);
});

test('each set of lists has an address of its own, the same at every gateway', () => {
  const all = nameFilters(['ads', 'trackers', 'malware']);
  expect(new Set(all.map(({ address }) => address)).size).toBe(7);
  for (const filter of nameFilters(['trackers'])) expect(all).toContainEqual(filter);
  expect(nameFilters(['trackers'])).toEqual([{ address: '100.64.0.3', lists: ['trackers'] }]);
  expect(nameFilters([])).toEqual([]);
});

test('no bytes whatever make the reader throw, and what it reads is the name that was asked', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void readQuestion(bytes)));
  const label = fc.stringMatching(/^[a-zA-Z0-9-]{1,20}$/);
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), (labels) => {
      expect(readQuestion(query(labels.join('.')))?.name).toBe(labels.join('.').toLowerCase());
    }),
  );
  expect(readQuestion(replyTo(query('a.example')))).toBeNull();
});

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A resolver that answers by UDP after `forge` has tried to, and by TCP; resolves with its port. */
async function resolver(forge?: (asked: Buffer, send: (reply: Buffer) => void) => void): Promise<number> {
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      for (const asked of unframe(bytes).messages) socket.write(framed(replyTo(asked)));
    });
  });
  const port = await new Promise<number>((resolve) => {
    tcp.listen(0, '127.0.0.1', () => resolve((tcp.address() as { port: number }).port));
  });
  const udp = createSocket('udp4');
  udp.on('message', (asked, from) => {
    const send = (reply: Buffer) => udp.send(reply, from.port, from.address);
    forge?.(asked, send);
    send(replyTo(asked));
  });
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  closing.push(
    () => udp.close(),
    () => tcp.close(),
  );
  return port;
}

async function serve(upstreamPort: number): Promise<number> {
  const upstream = await openUpstream('127.0.0.1', upstreamPort);
  const port = await freePort();
  const stop = await serveNames('127.0.0.1', [new Set(['ads.example'])], upstream, port);
  closing.push(stop, () => upstream.close());
  return port;
}

function askUdp(port: number, message: Buffer): Promise<Buffer> {
  const socket = createSocket('udp4');
  closing.push(() => socket.close());
  return new Promise((resolve) => {
    socket.once('message', (reply) => resolve(reply));
    socket.send(message, port, '127.0.0.1');
  });
}

test('by UDP: what is on the list does not exist, the rest is asked for under the number of the question', async () => {
  const port = await serve(await resolver());
  const blocked = await askUdp(port, query('www.ads.example', 300));
  expect([blocked.readUInt16BE(0), code(blocked)]).toEqual([300, 3]);
  const allowed = await askUdp(port, query('News.example', 301));
  expect([allowed.readUInt16BE(0), code(allowed)]).toEqual([301, 0]);
  expect(allowed.includes('News')).toBe(true);
});

test('an answer with another number, or to another question, is not believed', async () => {
  const forged = (asked: Buffer, send: (reply: Buffer) => void): void => {
    const wrongNumber = replyTo(asked);
    wrongNumber.writeUInt16BE((asked.readUInt16BE(0) + 1) % 65_536, 0);
    send(Buffer.concat([wrongNumber, Buffer.from('forged')]));
    send(Buffer.concat([replyTo(query('b.example', asked.readUInt16BE(0))), Buffer.from('forged')]));
    send(Buffer.concat([asked, Buffer.from('forged')]));
  };
  const port = await serve(await resolver(forged));
  expect((await askUdp(port, query('a.example'))).includes('forged')).toBe(false);
});

test('by TCP: several questions in one go, in pieces; and nonsense ends the conversation', async () => {
  const port = await serve(await resolver());
  const socket = connect(port, '127.0.0.1');
  let heard: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
  });
  const both = Buffer.concat([framed(query('ads.example', 1)), framed(query('news.example', 2))]);
  socket.write(both.subarray(0, 9));
  socket.write(both.subarray(9));
  await expect.poll(() => unframe(heard).messages.length).toBe(2);
  const codes = new Map(unframe(heard).messages.map((reply) => [reply.readUInt16BE(0), code(reply)]));
  expect(Object.fromEntries(codes)).toEqual({ 1: 3, 2: 0 });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(framed(Buffer.from('GET / HTTP/1.1\r\n\r\n')));
  await ended;
});

test('a customer who asks and does not listen is not answered into memory', async () => {
  const upstream = await openUpstream('127.0.0.1', 9);
  const port = await freePort();
  const close = await serveNames('127.0.0.1', [new Set(['ads.example'])], upstream, port);
  closing.push(close, () => upstream.close());
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  socket.pause();
  const asked = Buffer.concat(Array.from({ length: 2_000 }, (_, id) => framed(query('ads.example', id))));
  let taken = 0;
  for (let round = 0; round < 400; round += 1)
    socket.write(asked, (error) => {
      if (error === undefined || error === null) taken += 1;
    });
  // Until nothing more is taken: what the two kernels hold of it, and not what was asked, which is 25 MB.
  for (let before = -1; taken !== before; ) {
    before = taken;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  expect(taken).toBeLessThan(350);
  socket.destroy();
}, 30_000);
