import type { Relay } from './relay.ts';
import type { Join } from './relay-commands.ts';
import type { Customer } from '../auth/customer.ts';
import type { Engine } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';

/** Returns the rate limiters and quota account of a customer's connection by this exit. */
export function pipeSettingsOf(
  engine: Engine,
  { accounts }: Relay,
  customer: Customer,
  exit: Exit,
  greeting: Buffer,
): Join {
  const { quotaAccount } = customer.grant;
  return {
    quotaAccount: accounts.idOfQuotaAccount(
      quotaAccount === null ? null : engine.quotaAccounts.of(quotaAccount, engine.now()),
    ),
    gates: accounts.gatesOf(customer, exit),
    greeting,
  };
}
