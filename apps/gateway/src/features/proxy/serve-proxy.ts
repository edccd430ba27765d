import { createServer, type Server, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { farEnd } from './client-ends.ts';
import { openCarried } from './open-carried.ts';
import { Deadlines } from './deadlines.ts';
import { Engine, type EngineParts } from './engine.ts';
import type { Door } from './door.ts';
import { shakeHands, takeHttp } from './handshake.ts';
import { openPlainHttp } from './plain-http.ts';
import { provesService } from './prove-service.ts';
import type { ProxyOrder } from './proxy-messages.ts';
import { openRelay } from './relay.ts';
import { ShareKeeper } from './share-keeper.ts';

/** Milliseconds that a client has to say who it is and where it wants to go. */
const patience = 10_000;
/** Handshakes that are under way at once, in all and of one address; beyond that the oldest makes room. */
const mostHandshakes = { all: 4_096, perSource: 512 };
/** Milliseconds between two looks at rates, at what is used, and at what does not move. */
const every = { rates: 50, report: 5_000, stir: 300_000 };

export interface Proxy {
  /** The ports in use, in the order of the setup's. */
  readonly ports: readonly [number, number];
  /** It serves tunnels, too. */
  readonly relays: boolean;
  order(order: Exclude<ProxyOrder, { type: 'setup' | 'end' }>): void;
  /** Ends all connections and tells what was used. */
  close(): Promise<void>;
}

/** Serves HTTP and SOCKS5 on both ports: a client's first byte says which it speaks; on
 * `listener`, a descriptor, tunnels that leave through providers. Nothing of where anybody goes is kept or told. */
export async function serveProxy(parts: EngineParts, listener: number | null = null): Promise<Proxy> {
  const engine = new Engine(parts);
  const handshakes = new Deadlines(patience);
  const bySource = new Map<string, number>();
  /** Only of those whose handshake is under way. */
  const sourceOf = new Map<object, string>();
  const plainHttp = openPlainHttp(engine, (socket, heard) => takeHttp(socket, door, heard));
  const door: Door = { engine, settled, plainHttp: plainHttp.take };

  function settled(socket: Socket): void {
    const source = sourceOf.get(socket);
    if (source === undefined) return;
    sourceOf.delete(socket);
    socket.off('close', left).off('end', hungUp);
    handshakes.met(socket);
    const others = (bySource.get(source) ?? 1) - 1;
    if (others === 0) bySource.delete(source);
    else bySource.set(source, others);
  }

  function left(this: Socket): void {
    settled(this);
  }

  /** Who stops talking before he has said what he wants will never say it. */
  function hungUp(this: Socket): void {
    this.destroy();
  }

  function welcome(socket: Socket): void {
    const source = farEnd(socket);
    const count = bySource.get(source) ?? 0;
    if (count >= mostHandshakes.perSource) handshakes.endOldest((one) => sourceOf.get(one) === source);
    if (handshakes.size >= mostHandshakes.all) handshakes.endOldest(() => true);
    bySource.set(source, (bySource.get(source) ?? 0) + 1);
    sourceOf.set(socket, source);
    handshakes.begin(socket, () => socket.destroy(), engine.now());
    // Whoever uses the connection hears of its end by `close`.
    socket.on('error', ignore);
    socket.on('close', left);
    socket.on('end', hungUp);
    shakeHands(socket, door);
  }

  const { carrier, host, httpPort, socksPort, relay: place } = parts.setup;
  const carried = carrier === null ? null : await openCarried(engine, carrier, welcome);
  const servers = await Promise.all(
    (carried === null ? [httpPort, socksPort] : [socksPort]).map((port) => listen(host, port, welcome)),
  );
  const relay = place === null || listener === null ? null : await openRelay(engine, place, listener);
  const shares = new ShareKeeper([
    () => performance.eventLoopUtilization(),
    ...(carried === null ? [] : [carried.utilization]),
  ]);
  const timers = [
    setInterval(() => {
      handshakes.tick(engine.now());
      plainHttp.tick();
      carried?.tick();
      shares.tick(engine.sharers(), engine.exits.all(), every.rates);
    }, every.rates),
    setInterval(() => {
      engine.purses.report(engine.now());
      engine.sessions.sweep(engine.now());
    }, every.report),
    setInterval(() => {
      for (const moving of engine.moving) if (!moving.stir()) moving.destroy();
      carried?.stir();
    }, every.stir),
  ];

  const [http, socks] = [...(carried === null ? [] : [carried.port]), ...servers.map(portOf)];
  return {
    ports: [http ?? 0, socks ?? 0],
    relays: relay !== null,
    order(order) {
      carryOut(engine, order);
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
      handshakes.tick(Number.POSITIVE_INFINITY);
      for (const moving of engine.moving) moving.destroy();
      await carried?.close();
      engine.purses.settle();
      await Promise.all([...closed, relay?.close()]);
    },
  };
}

/** What changes who may go where. */
const decisive: ReadonlySet<string> = new Set([
  'own',
  'customers',
  'customer',
  'customer-gone',
  'exits',
  'empty',
] as const satisfies ProxyOrder['type'][]);

function carryOut(engine: Engine, order: Exclude<ProxyOrder, { type: 'setup' | 'end' }>): void {
  if (decisive.has(order.type)) void engine.ahead.giveUp(null);
  switch (order.type) {
    case 'own':
      return engine.setOwn(order.networks);
    case 'customers':
      return engine.customers.replaceAll(order.pepper, order.all);
    case 'customer':
      return engine.customers.put(order.put);
    case 'customer-gone':
      return engine.customers.remove(order.id);
    case 'session':
      return engine.tunnels.put(order.address, order.exit);
    case 'exits':
      return engine.exits.replaceAll(order.all);
    case 'prove':
      return void provesService(engine, order).then((serves) =>
        engine.tell({ type: 'proved', upstream: order.upstream, serves }),
      );
    case 'credit':
      return engine.purses.of(order.purse, engine.now()).credit(order.slice, order.bytes);
    case 'lapsed':
      return order.slices.forEach((slice) => engine.purses.lapse(slice));
    case 'empty':
      return engine.purses.of(order.purse, engine.now()).empty(engine.now());
  }
}

function listen(host: string, port: number, welcome: (socket: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, welcome);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 4_096 }, () => {
      server.off('error', reject);
      // Out of descriptors for a moment: those who wait in the line are taken later.
      server.on('error', ignore);
      resolve(server);
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function ignore(): void {}
