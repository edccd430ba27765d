import type { DatabaseTransaction } from '../../platform/database/database.ts';
import {
  dollars,
  isId,
  readArguments,
  recordOperatorAction,
  table,
  type CommandArguments,
} from '../operator-commands/index.ts';
import type { RefundCommandName, RefundDeps } from './refund-approval.ts';
import { isBeingApproved, lockRequest, pendingRefunds } from './refund-requests.store.ts';

const deciders: readonly string[] = ['finance', 'admin'];

/** The refund commands without the check for a second operator. */
type RefundCommands<Deps> = Readonly<
  Record<RefundCommandName, (deps: Deps, args: CommandArguments) => Promise<string>>
>;

/**
 * Runs `refunds list`, and `refunds approve|reject ID`, with which a second operator decides on a refund above the limit. An approval runs
 * the requested command in the name of the operator who approves; if it fails, the request stays pending.
 */
export async function refundsCommand<Deps extends RefundDeps>(
  commands: RefundCommands<Deps>,
  deps: Deps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  if (verb === 'list') {
    readArguments(args, { positions: [], options: [] });
    return listRefunds(deps);
  }
  if (verb !== 'approve' && verb !== 'reject')
    throw new Error('Use refunds list, refunds approve ID or refunds reject ID');
  const [id = ''] = readArguments(args, { positions: ['ID'], options: [] }).named;
  if (!isId(id)) throw new Error(`There is no refund request ${id}`);
  return verb === 'approve' ? approve(commands, deps, id) : reject(deps, id);
}

async function listRefunds({ db, clock }: RefundDeps): Promise<string> {
  const pending = await pendingRefunds(db, clock.now()).execute();
  return table(
    ['id', 'order', 'amount', 'requested by', 'until'],
    pending.map(({ id, number, amount, currency, requestedBy, expiresAt }) => [
      ...[id, number, `${dollars(amount)} ${currency}`, requestedBy, expiresAt.toISOString().slice(0, 10)],
    ]),
  );
}

async function approve<Deps extends RefundDeps>(
  commands: RefundCommands<Deps>,
  deps: Deps,
  id: string,
): Promise<string> {
  const { db, operator } = deps;
  const now = deps.clock.now();
  const request = await db.transaction().execute(async (trx) => {
    const open = await openRequest(trx, deps, id);
    if (isBeingApproved(open, now))
      throw new Error(`${open.decidedBy ?? 'Another operator'} is approving this refund at this moment`);
    await trx
      .updateTable('refundRequests')
      .set({ decidedBy: operator, decidedAt: now })
      .where('id', '=', id)
      .execute();
    await recordOperatorAction(trx, { operator, action: 'approve_refund', ...auditOf(open), now });
    return open;
  });
  const own = db
    .updateTable('refundRequests')
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('decidedBy', '=', operator);
  try {
    const { command } = request;
    if (command !== 'refund' && command !== 'refund-crypto') throw new Error(`Unknown command ${command}`);
    const approved = { ...deps, secondPersonAbove: Number.POSITIVE_INFINITY };
    const outcome = await commands[command](approved, request.arguments);
    await own.set({ state: 'approved' }).execute();
    return outcome;
  } catch (error) {
    await own.set({ decidedBy: null, decidedAt: null }).execute();
    throw error;
  }
}

async function reject(deps: RefundDeps, id: string): Promise<string> {
  const { operator } = deps;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const open = await openRequest(trx, deps, id);
    // A part of an approval that failed may have reached the provider.
    if (open.decidedAt !== null) throw new Error('The approval of this refund has begun: approve it');
    await trx
      .updateTable('refundRequests')
      .set({ state: 'rejected', decidedBy: operator, decidedAt: now })
      .where('id', '=', id)
      .execute();
    await recordOperatorAction(trx, { operator, action: 'reject_refund', ...auditOf(open), now });
    return `Rejected the refund of ${dollars(open.amount)} for order ${open.number}. Nothing was refunded.`;
  });
}

interface AuditedRequest {
  readonly id: string;
  readonly userId: string;
  readonly number: string;
  readonly amount: number;
  readonly requestedBy: string;
}

const auditOf = ({ id, userId, number, amount, requestedBy }: AuditedRequest) => ({
  userId,
  details: { order: number, amount, request: id, requestedBy },
});

/** Locks a request on which this operator may decide; throws a sentence about why they may not. */
async function openRequest(trx: DatabaseTransaction, { operator, clock }: RefundDeps, id: string) {
  const request = await lockRequest(trx, id);
  if (request === undefined) throw new Error(`There is no refund request ${id}`);
  const { state, decidedBy, requestedBy, expiresAt, decidedAt } = request;
  if (state !== 'pending')
    throw new Error(
      state === 'expired'
        ? 'Nobody decided on this refund in time: request it again'
        : `${decidedBy ?? 'Another operator'} has ${state} this refund already`,
    );
  if (decidedAt === null && expiresAt <= clock.now())
    throw new Error('Nobody decided on this refund in time: request it again');
  if (requestedBy === operator)
    throw new Error('You requested this refund: another operator must approve or reject it');
  const decider = await trx
    .selectFrom('operators')
    .select('role')
    .where('name', '=', operator)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (decider === undefined || !deciders.includes(decider.role))
    throw new Error(
      `${operator} is no operator with the role finance or admin, who decide on refunds (operators list)`,
    );
  return request;
}
