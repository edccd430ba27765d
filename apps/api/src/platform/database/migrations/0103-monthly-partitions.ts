import { type Kysely, type RawBuilder, sql } from 'kysely';
import { firstBound } from '../partitions/first-bound.ts';

interface Partitioned {
  readonly table: string;
  readonly key: string;
  /** Constraints of the table; those of the first partition that are equal are taken over. */
  readonly constraints: readonly RawBuilder<unknown>[];
  /** Columns of each index; the first partition has an equal one. */
  readonly indexes: readonly string[];
}

const partitioned: readonly Partitioned[] = [
  {
    ...{ table: 'email_links', key: 'created_at' },
    constraints: [sql`foreign key (user_id) references users on delete cascade`],
    indexes: ['id', 'token_hash', 'user_id', 'expires_at', 'created_at'],
  },
  {
    ...{ table: 'exit_days', key: 'day' },
    constraints: [
      sql`primary key (exit_id, day, gateway_id)`,
      // Of the name that the first partition has it under.
      sql`constraint exit_days_carried_bytes_check check (carried_bytes >= 0)`,
      sql`foreign key (exit_id) references exits on delete cascade`,
      sql`foreign key (gateway_id) references gateways on delete cascade`,
    ],
    indexes: ['gateway_id', 'day'],
  },
  {
    ...{ table: 'gateway_hours', key: 'hour' },
    constraints: [
      sql`primary key (gateway_id, hour)`,
      sql`foreign key (gateway_id) references gateways on delete cascade`,
    ],
    indexes: ['hour'],
  },
];

/**
 * A partitioned table takes the place of each table, which becomes its first partition: the validated check proves that no row lies outside,
 * and its indexes and foreign keys are taken over, so that nothing is read. The default partition takes rows of months without a partition.
 * The unique ids and hashes of links remain unique in the first partition only: they are random.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { literal, name } = firstBound(new Date());
  for (const { table, key, constraints, indexes } of partitioned) {
    const first = sql.table(`${table}_before_${name}`);
    const whole = sql.table(table);
    const statements = [
      sql`alter table ${whole} rename to ${sql.id(`${table}_before_${name}`)}`,
      sql`create table ${whole} (like ${first} including defaults, ${sql.join(constraints)}) partition by range (${sql.ref(key)})`,
      ...indexes.map((columns) => sql`create index on ${whole} (${sql.ref(columns)})`),
      sql`alter table ${whole} attach partition ${first} for values from (minvalue) to (${sql.raw(`'${literal}'`)})`,
      sql`alter table ${first} drop constraint ${sql.id(`${table}_bound`)}`,
      sql`create table ${sql.table(`${table}_default`)} partition of ${whole} default`,
    ];
    for (const statement of statements) await statement.execute(db);
  }
}
