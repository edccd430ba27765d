import { ok } from '@comet/foundation';
import { customer, exitAt, password, pepper } from '../../../../test/proxy-fixture.ts';
import { Preauthorisations } from './preauthorisations.ts';
import { Deadlines } from '../limits/deadlines.ts';
import { fakeEngine } from '../engine.fake.ts';
import type { ConnectionOwner } from '../relay/connection-owner.ts';
import type { PreauthorisationRelay } from './preauthorisation-parts.ts';
import { takeConnectionSlot } from '../limits/connection-slot.ts';
import { admit, openFor } from '../auth/authenticated-client.ts';

/** Preauthorisations of one customer, with a relay's table behind pipes that deliver one message at a time on request. */
export function openPreauthorisationModel(connections: number) {
  const engine = fakeEngine({ setup: { except: ['127.0.0.0/8'] } });
  engine.exits.replaceAll([exitAt('127.0.0.11')]);
  const exit = engine.exits.find('127.0.0.11');
  const limits = { connections, bytesPerSecond: null };
  engine.customers.replaceAll(pepper.toString('base64url'), [customer({ limits })]);
  const credentials = { username: 'abc123', password };
  const admitted = admit(engine, credentials, '127.0.0.1');
  if (!admitted.ok || exit === null) throw new Error('No customer or exit');
  const authenticatedClient = admitted.value;
  const opening = { exit, close: () => undefined };
  const destination = { host: '127.0.0.1', kind: 'ipv4', port: 443 } as const;

  const commands: (() => void)[] = [];
  const notifications: (() => void)[] = [];
  const slots = new Map<number, number>();
  const byHead = new Map<string, number>();
  /** Functions that end the tunnels at the relay, including tunnels not yet reported. */
  const tunnels = new Map<number, () => void>();
  const owners = new Map<number, ConnectionOwner>();
  /** `unreported`: ended tunnels whose notification is pending. */
  /** `opened`: admitted, but not among the tunnels yet. */
  const counts = { arriving: 0, opened: 0, taken: 0, refused: 0, unreported: 0 };
  const openWhenRefused: number[] = [];
  let lastConnectionId = 0;

  const relay: PreauthorisationRelay = {
    accounts: { idOfQuotaAccount: () => 0, limitersOf: () => [1, 2] },
    dials: new Deadlines(1),
    scheduleFlush: () => undefined,
    setOwner: (connectionId, owner) => void owners.set(connectionId, owner),
    end(connectionId) {
      owners.delete(connectionId);
      commands.push(() => void tunnels.delete(connectionId));
    },
    commands: {
      preauthorise: (id, _lifetime, _from, _to, _join, head, all) =>
        void commands.push(() => {
          slots.set(id, all.length);
          byHead.set(String(head), id);
        }),
      extend: (id, all) =>
        void commands.push(() => {
          const had = slots.get(id);
          if (had !== undefined) slots.set(id, had + all.length);
        }),
      withdraw: (id) => void commands.push(() => expire(id)),
      refuse: () => undefined,
    },
  };
  const preauthorisations = new Preauthorisations({ engine, relay, reprocess: () => undefined });
  engine.preauthorisationPool = {
    releaseUnused(owner) {
      const released = preauthorisations.releaseUnused(owner);
      // The requesting client is then refused.
      if (released === null) openWhenRefused.push(tunnels.size + counts.unreported + counts.opened);
      return released;
    },
  };

  function expire(id: number): void {
    if (!slots.delete(id)) return;
    for (const [head, other] of byHead) if (other === id) byHead.delete(head);
    notifications.push(() => preauthorisations.ended(id));
  }

  /** A client sends `head`: it takes a slot, or is authorised. */
  async function arrive(head: string): Promise<void> {
    lastConnectionId += 1;
    const connectionId = lastConnectionId;
    const preauthorisation = byHead.get(head);
    const left = preauthorisation === undefined ? 0 : (slots.get(preauthorisation) ?? 0);
    if (preauthorisation === undefined || left === 0) return open(connectionId, head);
    counts.taken += 1;
    slots.set(preauthorisation, left - 1);
    notifications.push(() => {
      preauthorisations.taken(preauthorisation, connectionId);
      owners.get(connectionId)?.egress?.dialled(0, 0);
    });
    tunnels.set(connectionId, () => {
      tunnels.delete(connectionId);
      counts.unreported += 1;
      notifications.push(() => {
        counts.unreported -= 1;
        owners.get(connectionId)?.gone(0);
      });
    });
  }

  async function open(connectionId: number, head: string): Promise<void> {
    counts.arriving += 1;
    const opened = await openFor(engine, authenticatedClient, () => {
      counts.opened += 1;
      return Promise.resolve(ok(opening));
    });
    counts.arriving -= 1;
    if (!opened.ok) return void (counts.refused += 1);
    counts.opened -= 1;
    const connection = { wasActive: () => true, destroy() {} };
    const connectionSlot = takeConnectionSlot(
      engine,
      authenticatedClient.customer,
      opened.value.exit,
      connection,
    );
    tunnels.set(connectionId, () => {
      tunnels.delete(connectionId);
      connectionSlot.release();
    });
    preauthorisations.opened({
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
    preauthorisations,
    commands,
    notifications,
    slots,
    tunnels,
    counts,
    openWhenRefused,
    arrive,
    expire,
  };
}
