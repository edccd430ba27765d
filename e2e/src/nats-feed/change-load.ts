import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The advisory lock and the channel of the change feed. */
const feed = { lock: 0x636f6d65, channel: 'gateway_changes' };

/** Adds revocations as the service does, from several connections at once. */
export class ChangeLoad {
  readonly #databaseUrl: string;
  readonly #gateways: readonly string[];
  readonly #cursors = new Map<string, number[]>();
  readonly #stopping = new AbortController();
  readonly #loops: Promise<void>[] = [];

  constructor(databaseUrl: string, gateways: readonly string[]) {
    this.#databaseUrl = databaseUrl;
    this.#gateways = gateways;
  }

  /** The cursors of the committed changes for a gateway, in order. */
  cursorsOf(gatewayId: string): readonly number[] {
    return (this.#cursors.get(gatewayId) ?? []).toSorted((left, right) => left - right);
  }

  /** Adds one change for each of these gateways, in one transaction. */
  async add(gateways: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    await this.#addOver(client, gateways, false);
    await client.end();
  }

  start(): void {
    for (let number = 0; number < 3; number += 1) this.#loops.push(this.#repeat(number));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
  }

  async #repeat(number: number): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    for (let turn = number; !this.#stopping.signal.aborted; turn += 1) {
      await this.#addOver(
        client,
        this.#gateways.filter((_, index) => (turn + index) % 3 !== 0),
        turn % 5 === 0,
      );
      await sleep(5 + ((turn * 7) % 20));
    }
    await client.end();
  }

  /** Adds a change for each of these gateways, and then perhaps one for all gateways. */
  async #addOver(client: pg.Client, gateways: readonly string[], withBroadcast: boolean): Promise<void> {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [feed.lock]);
    const now = Math.floor(Date.now() / 1000);
    const added: (readonly [gatewayId: string, cursor: number])[] = [];
    for (const gatewayId of gateways) {
      const { rows } = await client.query<{ id: string }>(
        'insert into gateway_changes (gateway_id, sub, not_before) values ($1, $2, $3) returning id',
        [gatewayId, randomBytes(16).toString('base64url'), now],
      );
      added.push([gatewayId, Number(rows[0]?.id)]);
    }
    if (withBroadcast) {
      const { rows } = await client.query<{ id: string }>(
        'insert into gateway_changes (gateway_id, sub, not_before) values (null, $1, $2) returning id',
        [randomBytes(16).toString('base64url'), now],
      );
      for (const gatewayId of this.#gateways) added.push([gatewayId, Number(rows[0]?.id)]);
    }
    const announced = withBroadcast ? '' : gateways.join(',');
    await client.query('select pg_notify($1, $2)', [feed.channel, announced]);
    await client.query('commit');
    for (const [gatewayId, cursor] of added)
      this.#cursors.set(gatewayId, [...(this.#cursors.get(gatewayId) ?? []), cursor]);
  }
}
