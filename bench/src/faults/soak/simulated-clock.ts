import pg from 'pg';

/** Not a whole hour: a row that is one hour younger would have the same unique time before it is moved itself. */
const hourSeconds = 3600.017;
const deadlock = '40P01';
const maxTries = 20;

/** A simulated clock for the database and the jobs of a service. */
export interface SimulatedClock {
  /** Lets an hour pass: every stored time becomes an hour older, and each scheduled job is queued once. Returns the queued jobs. */
  passHour(): Promise<number>;
  /** Failed runs of scheduled jobs until now. */
  failedJobs(): number;
  close(): Promise<void>;
}

/** Opens the clock with a superuser's connection: constraints and triggers for single changes do not apply to the moved times. */
export async function openSimulatedClock(database: string): Promise<SimulatedClock> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('set session_replication_role = replica');
  const { rows: tables } = await client.query<{ name: string; columns: readonly string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name, array_agg(quote_ident(a.attname)::text) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.atttypid = 'timestamptz'::regtype and a.attnum > 0
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
       and a.attgenerated = '' and not a.attisdropped
     group by 1 order by 1`,
  );
  const failed = new Set<string>();
  const move = async (name: string, columns: readonly string[]) => {
    const older = columns.map((column) => `${column} = ${column} - make_interval(secs => ${hourSeconds})`);
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query(`update ${name} set ${older.join(', ')}`);
        await client.query(`vacuum ${name}`);
        return;
      } catch (error) {
        if (tries === maxTries || !(error instanceof pg.DatabaseError) || error.code !== deadlock)
          throw error;
      }
    }
  };
  return {
    async passHour() {
      const { rows } = await client.query<{ id: string }>(
        `select id from pgboss.job where state = 'failed' and name in (select name from pgboss.schedule)`,
      );
      for (const { id } of rows) failed.add(id);
      for (const { name, columns } of tables) await move(name, columns);
      const { rowCount } = await client.query(
        `insert into pgboss.job (name, policy, retry_limit, expire_seconds, deletion_seconds)
         select name, policy, retry_limit, expire_seconds, deletion_seconds from pgboss.queue
         where name in (select name from pgboss.schedule)
         on conflict do nothing`,
      );
      return rowCount ?? 0;
    },
    failedJobs: () => failed.size,
    close: () => client.end(),
  };
}
