import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { relayProgram } from '@comet/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RelayHandlers, readNotifications } from './relay-notifications.ts';
import { CommandWriter } from './relay-commands.ts';

/** Handlers that record all calls as `[name, ...arguments]`. */
function recordHandlers() {
  const received: unknown[][] = [];
  const handlers = new Proxy({} as RelayHandlers, {
    get:
      (_, name) =>
      (...all: unknown[]) =>
        void received.push([name, ...all.map((one) => (Buffer.isBuffer(one) ? one.toString('hex') : one))]),
  });
  return { received, handlers };
}

function frame(kind: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32LE(body.length, 1);
  return Buffer.concat([head, body]);
}

const notification = fc
  .tuple(fc.integer({ min: 1, max: 22 }), fc.uint8Array({ minLength: 38, maxLength: 80 }))
  .filter(([kind, body]) => kind !== 15 || (body[20] ?? 0) % 2 === 0)
  .map(([kind, body]) => frame(kind, body));

test('a frame is either read completely or rejected, and no byte after it is read', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.uint8Array({ maxLength: 80 }), fc.uint8Array(), (kind, body, more) => {
      const { handlers } = recordHandlers();
      const one = frame(kind, body);
      try {
        expect(readNotifications(one.subarray(0, -1), handlers)).toBe(0);
        expect(readNotifications(Buffer.concat([one, more.subarray(0, 4)]), handlers)).toBe(one.length);
      } catch (error) {
        expect(String(error)).toBe('Error: The relay sent an invalid frame');
      }
    }),
    { numRuns: 2_000 },
  );
});

test('notifications do not depend on how the stream is split', () => {
  fc.assert(
    fc.property(fc.array(notification, { maxLength: 8 }), fc.integer({ min: 1, max: 50 }), (frames, size) => {
      const [whole, cut] = [recordHandlers(), recordHandlers()];
      const bytes = Buffer.concat(frames);
      expect(readNotifications(bytes, whole.handlers)).toBe(bytes.length);
      let rest: Buffer = Buffer.alloc(0);
      for (let at = 0; at < bytes.length; at += size) {
        rest = Buffer.concat([rest, bytes.subarray(at, at + size)]);
        rest = rest.subarray(readNotifications(rest, cut.handlers));
      }
      expect(cut.received).toEqual(whole.received);
      expect(whole.received.length).toBe(frames.length);
    }),
  );
});

const id = fc.nat(6);
const anyBytes = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const local = fc.record({ address: fc.constantFrom('127.0.0.1', '::1', '0.0.0.0'), port: fc.nat(3) });
const join = fc.record({ quotaAccount: id, limiters: fc.tuple(id, id), greeting: anyBytes });
const target = local.map(({ address, port }) => ({ host: address, port }));
const text = fc.string({ maxLength: 20 });
const egressRoute = fc.record({ limiter: id, isProvider: fc.boolean(), ipv4: local, ipv6: fc.option(local) });

/** All commands, for existing, closed and unknown connections. */
const command: fc.Arbitrary<(to: CommandWriter) => void> = fc.oneof(
  fc.tuple(id, anyBytes).map(
    ([connectionId, response]) =>
      (to: CommandWriter) =>
        to.refuse(connectionId, response),
  ),
  fc.tuple(id, id, target, fc.option(local), fc.option(join)).map(
    ([connectionId, dial, at, from, then]) =>
      (to: CommandWriter) =>
        to.dial(connectionId, dial, at, from, then),
  ),
  fc.tuple(id, anyBytes).map(
    ([connectionId, bytes]) =>
      (to: CommandWriter) =>
        to.send(connectionId, bytes),
  ),
  fc.tuple(id, join, anyBytes).map(
    ([connectionId, how, rest]) =>
      (to: CommandWriter) =>
        to.join(connectionId, how, rest),
  ),
  fc.tuple(id, fc.nat(50), fc.boolean(), anyBytes).map(
    ([connectionId, read, more, bytes]) =>
      (to: CommandWriter) =>
        to.reply(connectionId, read, more, bytes),
  ),
  fc.tuple(id, anyBytes).map(
    ([connectionId, bytes]) =>
      (to: CommandWriter) =>
        to.hold(connectionId, bytes),
  ),
  fc.tuple(id, text, text, join, anyBytes).map(
    ([connectionId, host, path, how, rest]) =>
      (to: CommandWriter) =>
        to.forward(connectionId, host, path, how, rest),
  ),
  id.map((connectionId) => (to: CommandWriter) => to.drop(connectionId)),
  id.map((connectionId) => (to: CommandWriter) => to.end(connectionId)),
  fc.tuple(id, fc.nat(), fc.nat()).map(
    ([quotaAccount, bytes, mark]) =>
      (to: CommandWriter) =>
        to.grant(quotaAccount, bytes, mark),
  ),
  id.map((quotaAccount) => (to: CommandWriter) => to.recall(quotaAccount)),
  id.map((quotaAccount) => (to: CommandWriter) => to.exhaust(quotaAccount)),
  fc.tuple(id, fc.option(fc.nat())).map(
    ([limiter, rate]) =>
      (to: CommandWriter) =>
        to.setRate(limiter, rate),
  ),
  id.map((one) => (to: CommandWriter) => to.remove(one)),
  id.map((connectionId) => (to: CommandWriter) => to.count(connectionId)),
  fc.tuple(id, local, fc.array(egressRoute, { maxLength: 2 })).map(
    ([connectionId, at, egressRoutes]) =>
      (to: CommandWriter) =>
        to.associate(connectionId, at, connectionId, connectionId, egressRoutes),
  ),
  fc.tuple(id, fc.nat(3), fc.option(local), anyBytes).map(
    ([connectionId, by, at, where]) =>
      (to: CommandWriter) =>
        to.resolve(connectionId, by, at, where),
  ),
  id.map((connectionId) => (to: CommandWriter) => to.clearDestinations(connectionId)),
  fc.tuple(id, anyBytes, fc.array(local, { maxLength: 3 })).map(
    ([preauthorisation, head, slots]) =>
      (to: CommandWriter) =>
        to.preauthorise(
          ...([preauthorisation, 5, '127.0.0.1', { host: '127.0.0.1', port: 1 }] as const),
          { quotaAccount: preauthorisation, limiter: preauthorisation, greeting: head },
          head,
          slots.map((one) => ({ local: one, limiters: [0, 1] as const })),
        ),
  ),
  fc.tuple(id, fc.array(local, { maxLength: 3 })).map(
    ([preauthorisation, slots]) =>
      (to: CommandWriter) =>
        to.extend(
          preauthorisation,
          slots.map((one) => ({ local: one, limiters: [0, 1] as const })),
        ),
  ),
  id.map((preauthorisation) => (to: CommandWriter) => to.withdraw(preauthorisation)),
  fc.constant((to: CommandWriter) => to.sweepIdle()),
);

const nothing = Buffer.alloc(0);

const requests = [
  'GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n',
];

async function startRelay(onHead: (connectionId: number) => void = () => undefined) {
  const child = spawn(relayProgram, ['127.0.0.1', '0', '0', '-', '-'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ports = Promise.withResolvers<readonly [number, number]>();
  let isFinished = false;
  const { handlers } = recordHandlers();
  const observed: RelayHandlers = Object.assign(Object.create(handlers) as RelayHandlers, {
    listening: ports.resolve,
    head: onHead,
    finished: () => (isFinished = true),
  });
  let rest: Buffer = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    rest = rest.subarray(readNotifications(rest, observed));
  });
  child.stdin.on('error', () => undefined);
  return { child, port: (await ports.promise)[0], isFinished: () => isFinished };
}

test('survives any commands for connections in any state, and finishes on request', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 60 }), async (commands) => {
      const { child, port, isFinished } = await startRelay();
      const clients = [...requests, '\x05\x01\x00', ...requests, '\x05\x01\x02'].map((request) => {
        const client = connect({ host: '127.0.0.1', port });
        client.on('error', () => undefined).resume();
        client.write(request, 'latin1');
        return client;
      });
      await Promise.all(clients.map((client) => once(client, 'connect')));
      const writer = new CommandWriter();
      for (const one of commands) one(writer);
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
    'a SOCKS5 reply',
    (to: CommandWriter, connectionId: number) => {
      to.reply(connectionId, 5, false, nothing);
      to.join(connectionId, { quotaAccount: 0, limiters: [0, 0], greeting: nothing }, nothing);
    },
  ],
  [
    'a hold and a dial',
    (to: CommandWriter, connectionId: number, port: number) => {
      to.hold(connectionId, nothing);
      to.dial(connectionId, 1, { host: '127.0.0.1', port }, null, {
        quotaAccount: 0,
        limiters: [0, 0],
        greeting: nothing,
      });
    },
  ],
])('%s to a CONNECT client, followed by a join, do not end the relay', async (_, commands) => {
  const headReceived = Promise.withResolvers<number>();
  const { child, port, isFinished } = await startRelay(headReceived.resolve);
  const client = connect({ host: '127.0.0.1', port });
  client.on('error', () => undefined).resume();
  client.write('CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n');
  const writer = new CommandWriter();
  const connectionId = await headReceived.promise;
  commands(writer, connectionId, port);
  child.stdin.write(writer.take() ?? '');
  await new Promise((resolve) => setTimeout(resolve, 50));
  writer.finish();
  child.stdin.write(writer.take() ?? '');
  await once(child, 'close');
  client.destroy();
  expect({ code: child.exitCode, isFinished: isFinished() }).toEqual({ code: 0, isFinished: true });
});

test('an invalid command ends it', async () => {
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
