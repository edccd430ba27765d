import { ok } from '@comet/foundation';
import { customer, exitAt, password, pepper } from '../../../../test/proxy-field.ts';
import { Preauthorisations } from './preauthorisations.ts';
import { Deadlines } from '../limits/deadlines.ts';
import { quietEngine } from '../engine.fake.ts';
import type { ConnectionOwner } from '../relay/connection-owner.ts';
import type { PreauthorisationRelay } from './preauthorisation-parts.ts';
import { takeConnectionSlot } from '../limits/connection-slot.ts';
import { admit, openFor } from '../auth/authenticated-client.ts';

/** Preauthorisations of one customer, with a relay's table behind pipes that deliver one message at a time on request. */
export function openPassModel(connections: number) {
  const engine = quietEngine({ setup: { except: ['127.0.0.0/8'] } });
  engine.exits.replaceAll([exitAt('127.0.0.11')]);
  const exit = engine.exits.find('127.0.0.11');
  const limits = { connections, bytesPerSecond: null };
  engine.customers.replaceAll(pepper.toString('base64url'), [customer({ limits })]);
  const credentials = { username: 'abc123', password };
  const admitted = admit(engine, credentials, '127.0.0.1');
  if (!admitted.ok || exit === null) throw new Error('Nobody is there');
  const authenticatedClient = admitted.value;
  const opening = { exit, close: () => undefined };
  const destination = { host: '127.0.0.1', kind: 'ipv4', port: 443 } as const;

  const orders: (() => void)[] = [];
  const event: (() => void)[] = [];
  const places = new Map<number, number>();
  const byHead = new Map<string, number>();
  /** How those are ended that stand at the relay, whether that is known to us or not. */
  const tunnels = new Map<number, () => void>();
  const owners = new Map<number, ConnectionOwner>();
  /** `untold`: of tunnels that have ended we have not received so yet. */
  /** `opened`: let in, and not among the tunnels yet. */
  const counts = { arriving: 0, opened: 0, taken: 0, refused: 0, untold: 0 };
  const thereWhenRefused: number[] = [];
  let lastLine = 0;

  const relay: PreauthorisationRelay = {
    accounts: { idOfQuotaAccount: () => 0, gatesOf: () => [1, 2] },
    dials: new Deadlines(1),
    soon: () => undefined,
    keep: (line, owner) => void owners.set(line, owner),
    end(line) {
      owners.delete(line);
      orders.push(() => void tunnels.delete(line));
    },
    orders: {
      pass: (id, _lasts, _from, _to, _PipeSettings, head, all) =>
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
  const passes = new Preauthorisations({ engine, relay, reprocess: () => undefined });
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
    event.push(() => passes.passed(id));
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
    event.push(() => {
      passes.taken(pass, line);
      owners.get(line)?.egressRoute?.dialled(0, 0);
    });
    tunnels.set(line, () => {
      tunnels.delete(line);
      counts.untold += 1;
      event.push(() => {
        counts.untold -= 1;
        owners.get(line)?.gone(0);
      });
    });
  }

  async function open(line: number, head: string): Promise<void> {
    counts.arriving += 1;
    const opened = await openFor(engine, authenticatedClient, () => {
      counts.opened += 1;
      return Promise.resolve(ok(opening));
    });
    counts.arriving -= 1;
    if (!opened.ok) return void (counts.refused += 1);
    counts.opened -= 1;
    const moving = { hasMoved: () => true, destroy() {} };
    const connectionSlot = takeConnectionSlot(
      engine,
      authenticatedClient.customer,
      opened.value.exit,
      moving,
    );
    tunnels.set(line, () => {
      tunnels.delete(line);
      connectionSlot.leave();
    });
    passes.opened({
      authenticatedClient,
      generation: authenticatedClient.customer.generation,
      credentials,
      destination,
      from: '127.0.0.1',
      head,
    });
  }

  return {
    engine,
    authenticatedClient,
    passes,
    orders,
    event,
    places,
    tunnels,
    counts,
    thereWhenRefused,
    come,
    lapse,
  };
}
