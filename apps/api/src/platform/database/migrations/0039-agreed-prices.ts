import { type Kysely, sql } from 'kysely';

/**
 * Price of a gigabyte when automatic purchases were enabled; null where none was on sale. Existing settings are taken to accept the current
 * price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table data_accounts
      add automatic_price_amount integer check (automatic_price_amount >= 0),
      add automatic_price_currency text,
      add check ((automatic_price_amount is null) = (automatic_price_currency is null))`.execute(db);
  await sql`
    update data_accounts account
      set automatic_price_amount = price.amount, automatic_price_currency = price.currency
      from prices price
      where price.on_sale and account.automatic_gigabytes is not null
        and price.kind = case account.product when 'residential_vpn' then 'residential_data' else 'proxy_traffic' end
  `.execute(db);
}
