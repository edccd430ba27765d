import { readTextFile, readArguments, type CommandArguments } from '../operator-commands/index.ts';
import { customersCommand } from './customers.ts';
import type { SupportDeps } from './deps.ts';
import { wasRefundRequested } from './execute-refund.ts';
import { grantDays } from './grant-days.ts';
import { importStoreSubscriptions } from './import-store-subscriptions.ts';
import { auditCommand, ordersCommand } from './lookup-commands.ts';
import { refundOrder } from './refund-order.ts';
import { refundCryptoCommand, wasCryptoRefundRecorded } from '../payments/index.ts';
import { refundsCommand, withRefundApproval } from '../refund-requests/index.ts';
import { sharedCardsCommand } from '../shared-cards/index.ts';
import { ticketsCommand } from '../support-tickets/index.ts';

export type { SupportDeps } from './deps.ts';

/** The support commands; each returns a sentence about the outcome, or a table. */
export const supportCommands: Readonly<
  Record<string, (deps: SupportDeps, args: CommandArguments) => Promise<string>>
> = {
  'grant-days': grantDays,
  refund: withRefundApproval('refund', refundOrder, wasRefundRequested),
  'refund-crypto': withRefundApproval('refund-crypto', refundCryptoCommand, wasCryptoRefundRecorded),
  refunds: (deps, args) =>
    refundsCommand({ refund: refundOrder, 'refund-crypto': refundCryptoCommand }, deps, args),
  customers: customersCommand,
  orders: ordersCommand,
  audit: auditCommand,
  'shared-cards': sharedCardsCommand,
  tickets: ticketsCommand,
  async 'import-store-subscriptions'(deps, args) {
    const [file = ''] = readArguments(args, { positions: ['FILE'], options: [] }).named;
    return importStoreSubscriptions(deps, await readTextFile(file));
  },
};
