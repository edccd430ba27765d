import type { BillingFacts, DeclineCode, SavedMethod } from '../state.ts';
import { recordAttempt } from '../transactions/payments.ts';
import type { Subscription, Transaction } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';

/**
 * Takes the transaction's amount from the payment method on file; true when it was captured. A refusal comes from the
 * card, or from the sandbox's `fail-next-charge`. Nothing is announced yet.
 */
export function charge(world: PaddleWorld, subscription: Subscription, transaction: Transaction): boolean {
  const method = methodOnFile(world, world.state.billing[subscription.id]);
  if (method === undefined) return false;
  const refusal = nextRefusal(world, method);
  recordAttempt(
    world,
    transaction,
    method,
    refusal === null ? { kind: 'captured' } : { kind: 'error', code: refusal },
  );
  return refusal === null;
}

function methodOnFile(world: PaddleWorld, facts: BillingFacts | undefined): SavedMethod | undefined {
  return facts === undefined ? undefined : world.state.savedMethods[facts.methodId];
}

function nextRefusal(world: PaddleWorld, method: SavedMethod): DeclineCode | null {
  const { failures } = world.state;
  if (failures.remaining > 0) {
    failures.remaining -= 1;
    return failures.code;
  }
  return method.laterCharges === 'decline' ? 'declined' : null;
}
