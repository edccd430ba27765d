import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, systemClock } from '@comet/foundation';
import { connectNatsUsage, QuotaLeaseLedger, quotaLeaseSource } from '@comet/gateway';
import type pg from 'pg';
import type { NatsFollower } from './nats-follower.ts';

/** Bytes of a lease, and those that are used at once. */
const sizes = { lease: 1_000_000, use: 40_000 };
/** Milliseconds between uses, and between reports. */
const intervals = { use: 20, report: 400 };

/** A gateway that uses data of its own customer, and reports it over NATS and HTTP. */
export class UsageLoad {
  readonly #pool: pg.Pool;
  readonly #ledger: QuotaLeaseLedger;
  readonly #transport: ReturnType<typeof connectNatsUsage>;
  readonly #userId: string;
  readonly #stopping = new AbortController();
  readonly #ended = new AbortController();
  readonly #loops: Promise<void>[] = [];
  #usedBytes = 0;
  #last = { slice: '', usedBytes: 0 };
  /** What the nearest server has stored, by lease, while the control plane did not record it. */
  readonly #stored = new Map<string, number>();
  /** The outcomes of reports over NATS: null for a recorded one, or why it was not. */
  readonly outcomes: (string | null)[] = [];

  private constructor(pool: pg.Pool, gateway: NatsFollower, account: { userId: string; id: string }) {
    this.#pool = pool;
    this.#userId = account.userId;
    const reporter = { gatewayId: gateway.gatewayId, credentialKey: gateway.credentialKey };
    this.#transport = connectNatsUsage(gateway.servers, () => reporter, gateway.controlPlane);
    const source = quotaLeaseSource(gateway.controlPlane, {
      transport: {
        send: async (leases) => {
          const sent = await this.#transport.send(leases);
          if (sent.kind === 'stored')
            for (const { slice, usedBytes } of leases) this.#stored.set(slice, usedBytes);
          return sent;
        },
      },
      onNats: ({ failed }) => void this.outcomes.push(failed),
    });
    const draw = async (quotaAccount: string, request: string) => {
      const { rows } = await pool.query<{ id: string }>(
        `insert into data_quota_leases (quota_account_id, request, bytes, reported_at)
         values ($1, $2, $3, now()) returning id`,
        [quotaAccount, request, sizes.lease],
      );
      return ok({ slice: rows[0]?.id ?? '', bytes: sizes.lease });
    };
    this.#ledger = new QuotaLeaseLedger({ ...source, draw }, null, systemClock, () => undefined);
    this.#loops.push(this.#use(account.id), this.#report());
  }

  /** Creates a customer with data for a gateway, and starts to use and to report it. */
  static async start(pool: pg.Pool, gateway: NatsFollower): Promise<UsageLoad> {
    const { rows: users } = await pool.query<{ id: string }>(
      'insert into users (email, created_at) values ($1, now()) returning id',
      [`${randomUUID()}@mail.example`],
    );
    const userId = users[0]?.id ?? '';
    await pool.query(
      `insert into data_entries (user_id, product, kind, bytes, entered_at)
       values ($1, 'residential_vpn', 'adjustment', 1e12, now())`,
      [userId],
    );
    const { rows } = await pool.query<{ id: string }>(
      `insert into data_quota_accounts (user_id, product, gateway_id)
       values ($1, 'residential_vpn', $2) returning id`,
      [userId, gateway.gatewayId],
    );
    return new UsageLoad(pool, gateway, { userId, id: rows[0]?.id ?? '' });
  }

  /** What the gateway has used. */
  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Whether the nearest server has stored the last change, and so all before it. */
  get isStored(): boolean {
    return this.#stored.get(this.#last.slice) === this.#last.usedBytes;
  }

  /** What the control plane has counted for the customer. */
  async countedBytes(): Promise<number> {
    const { rows } = await this.#pool.query<{ bytes: string }>(
      'select coalesce(sum(bytes), 0) as bytes from data_usage_days where user_id = $1',
      [this.#userId],
    );
    return Number(rows[0]?.bytes);
  }

  /** Stops to use data, and goes on to report. */
  async pause(): Promise<void> {
    this.#stopping.abort();
    await this.#loops[0];
  }

  /** Ends without a last report, like a machine that is lost. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#ended.abort();
    await Promise.all(this.#loops);
    await this.#transport.close();
  }

  async #use(quotaAccount: string): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const drawn = await this.#ledger.draw('load', quotaAccount);
      if (!drawn.ok) throw new Error(drawn.error);
      const { slice, bytes } = drawn.value;
      let used = 0;
      while (used < bytes && !this.#stopping.signal.aborted) {
        used += sizes.use;
        this.#ledger.use(slice, used, used === bytes);
        this.#usedBytes += sizes.use;
        this.#last = { slice, usedBytes: used };
        await sleep(intervals.use);
      }
    }
  }

  async #report(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await this.#ledger.report();
      await sleep(intervals.report);
    }
  }
}
