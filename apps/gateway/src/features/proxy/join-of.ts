import type { Carrier } from './carrier.ts';
import type { Join } from './carrier-orders.ts';
import type { Customer } from './customer.ts';
import type { Engine } from './engine.ts';
import type { Exit } from './exits.ts';

/** By what a customer's bytes go that leave by this exit, and who pays them. */
export function joinOf(
  engine: Engine,
  { accounts }: Carrier,
  customer: Customer,
  exit: Exit,
  greeting: Buffer,
): Join {
  const { purse } = customer.grant;
  return {
    purse: accounts.idOfPurse(purse === null ? null : engine.purses.of(purse, engine.now())),
    gates: accounts.gatesOf(customer, exit),
    greeting,
  };
}
