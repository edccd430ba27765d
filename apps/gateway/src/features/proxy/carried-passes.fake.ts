import { ok } from '@comet/foundation';
import { customer, exitAt, password, pepper } from '../../../test/proxy-field.ts';
import { CarriedPasses } from './carried-passes.ts';
import { Deadlines } from './deadlines.ts';
import { quietEngine } from './engine.fake.ts';
import type { LineKeeper } from './line-keeper.ts';
import type { PassCarrier } from './pass-parts.ts';
import { takeSeat } from './seat.ts';
import { admit, openFor } from './visit.ts';

/** Passes of one customer, with a carrier's book of them behind pipes that bring one thing at a time, when they are told to. */
export function openPassModel(connections: number) {
  const engine = quietEngine({ setup: { except: ['127.0.0.0/8'] } });
  engine.exits.replaceAll([exitAt('127.0.0.11')]);
  const exit = engine.exits.find('127.0.0.11');
  const limits = { connections, bytesPerSecond: null };
  engine.customers.replaceAll(pepper.toString('base64url'), [customer({ limits })]);
  const credentials = { username: 'abc123', password };
  const admitted = admit(engine, credentials, '127.0.0.1');
  if (!admitted.ok || exit === null) throw new Error('Nobody is there');
  const visitor = admitted.value;
  const opening = { exit, close: () => undefined };
  const destination = { host: '127.0.0.1', kind: 'ipv4', port: 443 } as const;

  const orders: (() => void)[] = [];
  const news: (() => void)[] = [];
  const places = new Map<number, number>();
  const byHead = new Map<string, number>();
  /** How those are ended that stand at the carrier, whether that is known to us or not. */
  const tunnels = new Map<number, () => void>();
  const keepers = new Map<number, LineKeeper>();
  /** `untold`: of tunnels that have ended we have not heard so yet. */
  /** `opened`: let in, and not among the tunnels yet. */
  const counts = { arriving: 0, opened: 0, taken: 0, refused: 0, untold: 0 };
  const thereWhenRefused: number[] = [];
  let lastLine = 0;

  const carrier: PassCarrier = {
    accounts: { idOfPurse: () => 0, gatesOf: () => [1, 2] },
    dials: new Deadlines(1),
    soon: () => undefined,
    keep: (line, keeper) => void keepers.set(line, keeper),
    end(line) {
      keepers.delete(line);
      orders.push(() => void tunnels.delete(line));
    },
    orders: {
      pass: (id, _lasts, _from, _to, _join, head, all) =>
        void orders.push(() => {
          places.set(id, all.length);
          byHead.set(String(head), id);
        }),
      extend: (id, all) =>
        void orders.push(() => {
          const had = places.get(id);
          if (had !== undefined) places.set(id, had + all.length);
        }),
      withdraw: (id) => void orders.push(() => lapse(id)),
      refuse: () => undefined,
    },
  };
  const passes = new CarriedPasses({ engine, carrier, askAnew: () => undefined });
  engine.ahead = {
    giveUp(whose) {
      const givenUp = passes.giveUp(whose);
      // Then he who asks is refused.
      if (givenUp === null) thereWhenRefused.push(tunnels.size + counts.untold + counts.opened);
      return givenUp;
    },
  };

  function lapse(id: number): void {
    if (!places.delete(id)) return;
    for (const [head, other] of byHead) if (other === id) byHead.delete(head);
    news.push(() => passes.passed(id));
  }

  /** A client says `head`: it takes a place, or is decided about. */
  async function come(head: string): Promise<void> {
    lastLine += 1;
    const line = lastLine;
    const pass = byHead.get(head);
    const left = pass === undefined ? 0 : (places.get(pass) ?? 0);
    if (pass === undefined || left === 0) return open(line, head);
    counts.taken += 1;
    places.set(pass, left - 1);
    news.push(() => {
      passes.taken(pass, line);
      keepers.get(line)?.way?.dialled(0);
    });
    tunnels.set(line, () => {
      tunnels.delete(line);
      counts.untold += 1;
      news.push(() => {
        counts.untold -= 1;
        keepers.get(line)?.gone(0);
      });
    });
  }

  async function open(line: number, head: string): Promise<void> {
    counts.arriving += 1;
    const opened = await openFor(engine, visitor, () => {
      counts.opened += 1;
      return Promise.resolve(ok(opening));
    });
    counts.arriving -= 1;
    if (!opened.ok) return void (counts.refused += 1);
    counts.opened -= 1;
    const moving = { stir: () => true, destroy() {} };
    const seat = takeSeat(engine, visitor.customer, opened.value.exit, moving);
    tunnels.set(line, () => {
      tunnels.delete(line);
      seat.leave();
    });
    passes.opened({ visitor, era: visitor.customer.era, credentials, destination, from: '127.0.0.1', head });
  }

  return { engine, visitor, passes, orders, news, places, tunnels, counts, thereWhenRefused, come, lapse };
}
