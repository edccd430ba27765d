import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The row of an approval whose session has ended stays, without that session: the device that polls is told why it gets no token.
  await sql`
    alter table device_authorizations
      drop constraint device_authorizations_approved_by_fkey,
      add constraint device_authorizations_approved_by_fkey
        foreign key (approved_by) references access_tokens on delete set null`.execute(db);
}
