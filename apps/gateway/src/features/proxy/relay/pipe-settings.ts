import type { Relay } from './relay.ts';
import type { Join } from './relay-commands.ts';
import type { Customer } from '../auth/customer.ts';
import type { Engine } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';

/** By what a customer's bytes go that leave by this exit, and who pays them. */
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
