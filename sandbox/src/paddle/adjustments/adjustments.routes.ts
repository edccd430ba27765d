import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/fields.ts';
import { many, one, queryOf, matches } from '../api/replies.ts';
import { transactionById } from '../transactions/transaction.ts';
import type { PaddleContext } from '../context.ts';
import { type AdjustedLine, createAdjustment } from './adjustment.ts';

/** https://developer.paddle.com/api-reference/adjustments */
export function adjustmentRoutes(app: FastifyInstance, context: PaddleContext): void {
  app.post('/adjustments', (request, reply) => {
    const fields = fieldsOf(request.body);
    const action = fields.oneOf('action', ['refund']);
    const reason = fields.text('reason');
    const transactionId = fields.text('transaction_id');
    const type = fields.oneOf('type', ['partial', 'full'], 'partial');
    const lines = type === 'full' ? null : fields.list('items').map(lineOf);
    if (lines?.length === 0) fields.refuse('items', 'must be provided as part of the request');
    fields.check();
    const transaction = transactionById(context, transactionId);
    const adjustment = createAdjustment(context, transaction, { action, reason, lines });
    return reply.status(201).send(one(request, adjustment));
  });

  app.get('/adjustments', (request) => {
    const query = queryOf(request);
    const found = Object.values(context.state.adjustments).filter(
      (adjustment) =>
        matches(query, 'id', adjustment.id) &&
        matches(query, 'action', adjustment.action) &&
        matches(query, 'status', adjustment.status) &&
        matches(query, 'customer_id', adjustment.customer_id) &&
        matches(query, 'subscription_id', adjustment.subscription_id) &&
        matches(query, 'transaction_id', adjustment.transaction_id),
    );
    return many(context, request, found);
  });
}

function lineOf(item: ReturnType<typeof fieldsOf>): AdjustedLine {
  const type = item.oneOf('type', ['full', 'partial']);
  const amount = type === 'partial' ? item.text('amount') : null;
  if (amount !== null && !/^[1-9]\d*$/.test(amount)) item.refuse('amount', 'must be a positive whole number');
  return { itemId: item.text('item_id'), type, amount };
}
