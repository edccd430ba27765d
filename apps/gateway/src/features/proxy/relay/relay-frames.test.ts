import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { relayProgram } from '@comet/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RelayHandlers, readEvents } from './relay-notifications.ts';
import { CommandWriter } from './relay-commands.ts';

/** Who receives all, as `[what, ...]`. */
function listen() {
  const received: unknown[][] = [];
  const ears = new Proxy({} as RelayHandlers, {
    get:
      (_, name) =>
      (...all: unknown[]) =>
        void received.push([name, ...all.map((one) => (Buffer.isBuffer(one) ? one.toString('hex') : one))]),
  });
  return { received, ears };
}

function frame(kind: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32LE(body.length, 1);
  return Buffer.concat([head, body]);
}

const event = fc
  .tuple(fc.integer({ min: 1, max: 22 }), fc.uint8Array({ minLength: 38, maxLength: 80 }))
  .filter(([kind, body]) => kind !== 15 || (body[20] ?? 0) % 2 === 0)
  .map(([kind, body]) => frame(kind, body));

test('whatever the relay says is understood or refused as a whole, and nothing is read beyond it', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.uint8Array({ maxLength: 80 }), fc.uint8Array(), (kind, body, more) => {
      const { ears } = listen();
      const one = frame(kind, body);
      try {
        expect(readEvents(one.subarray(0, -1), ears)).toBe(0);
        expect(readEvents(Buffer.concat([one, more.subarray(0, 4)]), ears)).toBe(one.length);
      } catch (error) {
        expect(String(error)).toBe('Error: The relay said what nobody understands');
      }
    }),
    { numRuns: 2_000 },
  );
});

test('what it says is received alike however it is cut', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), fc.integer({ min: 1, max: 50 }), (frames, size) => {
      const [whole, cut] = [listen(), listen()];
      const bytes = Buffer.concat(frames);
      expect(readEvents(bytes, whole.ears)).toBe(bytes.length);
      let rest: Buffer = Buffer.alloc(0);
      for (let at = 0; at < bytes.length; at += size) {
        rest = Buffer.concat([rest, bytes.subarray(at, at + size)]);
        rest = rest.subarray(readEvents(rest, cut.ears));
      }
      expect(cut.received).toEqual(whole.received);
      expect(whole.received.length).toBe(frames.length);
    }),
  );
});

const id = fc.nat(6);
const some = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const near = fc.record({ address: fc.constantFrom('127.0.0.1', '::1', '0.0.0.0'), port: fc.nat(3) });
const join = fc.record({ quotaAccount: id, gates: fc.tuple(id, id), greeting: some });
const far = near.map(({ address, port }) => ({ host: address, port }));
const text = fc.string({ maxLength: 20 });
const egressRoute = fc.record({ gate: id, isProvider: fc.boolean(), ipv4: near, ipv6: fc.option(near) });

/** Every order there is, for lines that there are, were, or never will be. */
const order: fc.Arbitrary<(to: CommandWriter) => void> = fc.oneof(
  fc.tuple(id, some).map(
    ([line, word]) =>
      (to: CommandWriter) =>
        to.refuse(line, word),
  ),
  fc.tuple(id, id, far, fc.option(near), fc.option(join)).map(
    ([line, dial, at, from, then]) =>
      (to: CommandWriter) =>
        to.dial(line, dial, at, from, then),
  ),
  fc.tuple(id, some).map(
    ([line, bytes]) =>
      (to: CommandWriter) =>
        to.say(line, bytes),
  ),
  fc.tuple(id, join, some).map(
    ([line, how, rest]) =>
      (to: CommandWriter) =>
        to.join(line, how, rest),
  ),
  fc.tuple(id, fc.nat(50), fc.boolean(), some).map(
    ([line, read, more, bytes]) =>
      (to: CommandWriter) =>
        to.reply(line, read, more, bytes),
  ),
  fc.tuple(id, some).map(
    ([line, bytes]) =>
      (to: CommandWriter) =>
        to.hold(line, bytes),
  ),
  fc.tuple(id, text, text, join, some).map(
    ([line, host, path, how, rest]) =>
      (to: CommandWriter) =>
        to.forward(line, host, path, how, rest),
  ),
  id.map((line) => (to: CommandWriter) => to.drop(line)),
  id.map((line) => (to: CommandWriter) => to.end(line)),
  fc.tuple(id, fc.nat(), fc.nat()).map(
    ([quotaAccount, bytes, mark]) =>
      (to: CommandWriter) =>
        to.lend(quotaAccount, bytes, mark),
  ),
  id.map((quotaAccount) => (to: CommandWriter) => to.recall(quotaAccount)),
  id.map((quotaAccount) => (to: CommandWriter) => to.broke(quotaAccount)),
  fc.tuple(id, fc.option(fc.nat())).map(
    ([gate, rate]) =>
      (to: CommandWriter) =>
        to.limit(gate, rate),
  ),
  id.map((one) => (to: CommandWriter) => to.forget(one)),
  id.map((line) => (to: CommandWriter) => to.count(line)),
  fc.tuple(id, near, fc.array(egressRoute, { maxLength: 2 })).map(
    ([line, at, egressRoutes]) =>
      (to: CommandWriter) =>
        to.associate(line, at, line, line, egressRoutes),
  ),
  fc.tuple(id, fc.nat(3), fc.option(near), some).map(
    ([line, by, at, where]) =>
      (to: CommandWriter) =>
        to.reach(line, by, at, where),
  ),
  id.map((line) => (to: CommandWriter) => to.reconsider(line)),
  fc.tuple(id, some, fc.array(near, { maxLength: 3 })).map(
    ([pass, head, places]) =>
      (to: CommandWriter) =>
        to.pass(
          ...([pass, 5, '127.0.0.1', { host: '127.0.0.1', port: 1 }] as const),
          { quotaAccount: pass, gate: pass, greeting: head },
          head,
          places.map((one) => ({ near: one, gates: [0, 1] as const })),
        ),
  ),
  fc.tuple(id, fc.array(near, { maxLength: 3 })).map(
    ([pass, places]) =>
      (to: CommandWriter) =>
        to.extend(
          pass,
          places.map((one) => ({ near: one, gates: [0, 1] as const })),
        ),
  ),
  id.map((pass) => (to: CommandWriter) => to.withdraw(pass)),
  fc.constant((to: CommandWriter) => to.sweepIdle()),
);

const nothing = Buffer.alloc(0);

const words = ['GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: x\r\n\r\n', 'CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n'];

async function startRelay(onHead: (line: number) => void = () => undefined) {
  const child = spawn(relayProgram, ['127.0.0.1', '0', '0', '-', '-'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ports = Promise.withResolvers<readonly [number, number]>();
  let isFinished = false;
  const { ears } = listen();
  const own: RelayHandlers = Object.assign(Object.create(ears) as RelayHandlers, {
    listening: ports.resolve,
    head: onHead,
    finished: () => (isFinished = true),
  });
  let rest: Buffer = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    rest = rest.subarray(readEvents(rest, own));
  });
  child.stdin.on('error', () => undefined);
  return { child, port: (await ports.promise)[0], isFinished: () => isFinished };
}

test('whatever it is ordered, for lines in whichever state, the relay lives and ends when it is told', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 60 }), async (orders) => {
      const { child, port, isFinished } = await startRelay();
      const clients = [...words, '\x05\x01\x00', ...words, '\x05\x01\x02'].map((word) => {
        const client = connect({ host: '127.0.0.1', port });
        client.on('error', () => undefined).resume();
        client.write(word, 'latin1');
        return client;
      });
      await Promise.all(clients.map((client) => once(client, 'connect')));
      const writer = new CommandWriter();
      for (const one of orders) one(writer);
      child.stdin.write(writer.take() ?? '');
      await new Promise((resolve) => setTimeout(resolve, 10));
      writer.finish();
      child.stdin.write(writer.take() ?? '');
      await once(child, 'close');
      for (const client of clients) client.destroy();
      expect({ code: child.exitCode, isFinished: isFinished() }).toEqual({ code: 0, isFinished: true });
    }),
    { numRuns: 60 },
  );
}, 60_000);

test.each([
  [
    'a reply of SOCKS5',
    (to: CommandWriter, line: number) => {
      to.reply(line, 5, false, nothing);
      to.join(line, { quotaAccount: 0, gates: [0, 0], greeting: nothing }, nothing);
    },
  ],
  [
    'a hold and a dial',
    (to: CommandWriter, line: number, port: number) => {
      to.hold(line, nothing);
      to.dial(line, 1, { host: '127.0.0.1', port }, null, {
        quotaAccount: 0,
        gates: [0, 0],
        greeting: nothing,
      });
    },
  ],
])('%s to a client of CONNECT, and a join then, do not end the relay', async (_, orders) => {
  const told = Promise.withResolvers<number>();
  const { child, port, isFinished } = await startRelay(told.resolve);
  const client = connect({ host: '127.0.0.1', port });
  client.on('error', () => undefined).resume();
  client.write('CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n');
  const writer = new CommandWriter();
  const line = await told.promise;
  orders(writer, line, port);
  child.stdin.write(writer.take() ?? '');
  await new Promise((resolve) => setTimeout(resolve, 50));
  writer.finish();
  child.stdin.write(writer.take() ?? '');
  await once(child, 'close');
  client.destroy();
  expect({ code: child.exitCode, isFinished: isFinished() }).toEqual({ code: 0, isFinished: true });
});

test('what is no order ends it', async () => {
  for (const bytes of [
    [99, 0, 0, 0, 0],
    [6, 1, 0, 0, 0, 1],
    [6, 255, 255, 255, 255],
  ]) {
    const { child } = await startRelay();
    child.stdin.write(Buffer.from(bytes));
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
  }
});
