import type { Relay } from './relay.ts';
import type { JoinSettings } from './relay-commands.ts';
import type { Customer } from '../auth/customer.ts';
import type { Engine } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';

/** Returns the quota account and rate limiters of a customer's connection through this exit. */
export function joinSettingsOf(
  engine: Engine,
  { accounts }: Relay,
  customer: Customer,
  exit: Exit,
  greeting: Buffer,
): JoinSettings {
  const { quotaAccount } = customer.grant;
  return {
    quotaAccount: accounts.idOfQuotaAccount(
      quotaAccount === null ? null : engine.quotaAccounts.of(quotaAccount, engine.now()),
    ),
    limiters: accounts.limitersOf(customer, exit),
    greeting,
  };
}
