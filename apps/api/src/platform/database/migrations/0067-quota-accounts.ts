import { type Kysely, sql } from 'kysely';

/** Keys, checks and references with names that PostgreSQL derived from those of their tables and columns. */
const renameConstraints = sql`
  do $$
  declare one record;
  begin
    for one in
      select conrelid::regclass as of, conname as name,
        replace(replace(replace(replace(conname, 'data_purses', 'data_quota_accounts'), 'data_slices', 'data_quota_leases'),
          'posted_letters', 'posted_emails'), 'purse_id', 'quota_account_id') as renamed
      from pg_constraint
      where conrelid in ('data_quota_accounts'::regclass, 'data_quota_leases'::regclass, 'posted_emails'::regclass)
    loop
      if one.name <> one.renamed then
        execute format('alter table %s rename constraint %I to %I', one.of, one.name, one.renamed);
      end if;
    end loop;
  end $$`;

/**
 * Standard names for quota accounts, quota leases and posted emails. Updatable views with the former names let API processes of the
 * previous release run beside new ones; the next release drops them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const renames = [
    sql`alter table data_purses rename to data_quota_accounts`,
    sql`alter index data_purses_gateway rename to data_quota_accounts_gateway`,
    sql`alter index data_purses_proxy_user rename to data_quota_accounts_proxy_user`,
    sql`alter table data_slices rename to data_quota_leases`,
    sql`alter table data_quota_leases rename column purse_id to quota_account_id`,
    sql`alter table data_quota_leases rename column heard_at to reported_at`,
    sql`alter index data_slices_open rename to data_quota_leases_open`,
    sql`alter index data_slices_settled rename to data_quota_leases_settled`,
    sql`alter table posted_letters rename to posted_emails`,
    renameConstraints,
  ];
  const formerNames = [
    sql`create view data_purses as select * from data_quota_accounts`,
    sql`create view data_slices as
      select id, quota_account_id as purse_id, request, bytes, used_bytes, reported_at as heard_at, settled_at from data_quota_leases`,
    sql`create view posted_letters as select * from posted_emails`,
  ];
  for (const statement of [...renames, ...formerNames]) await statement.execute(db);
}
