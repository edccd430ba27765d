import type { Lab } from '@comet/lab';
import { type Addresses, type Customer, orderByCard } from '../support/customer.ts';
import { runSql } from '../support/database.ts';

/** Puts a dedicated address of the country into the stock, on the uplink of the lab's gateway in Amsterdam. */
export async function insertDedicatedAddress(lab: Lab, address: string, country: string): Promise<void> {
  const { ipv4, uplink } = lab.hosts['gw-nl'];
  await lab.exec('gw-nl', ['ip', 'address', 'replace', `${address}/32`, 'dev', uplink]);
  await runSql(
    `insert into dedicated_ips (type, country, address, added_at, gateway_id)
     select 'dedicated', $1, $2, now(), id from gateways where ipv4 = $3 and retired_at is null`,
    [country, address, ipv4],
  );
}

/** Orders a dedicated address of the country for a month; returns the order's id. */
export const orderDedicatedAddress = (
  stack: Addresses,
  customer: Customer,
  country: string,
): Promise<string> =>
  orderByCard(stack, customer, {
    kind: 'dedicated_ip',
    type: 'dedicated',
    country,
    months: 1,
    method: 'card',
  });
