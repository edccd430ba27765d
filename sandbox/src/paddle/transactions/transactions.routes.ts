import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Fields, fieldsOf } from '../api/fields.ts';
import { notFound, PaddleError } from '../api/paddle-error.ts';
import { idOf, included, isWithin, many, one, queryOf, matches } from '../api/replies.ts';
import { customerById } from '../customers/customers.ts';
import type { Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { pricedItems } from './billed-items.ts';
import { requestedDiscount } from './requested-discount.ts';
import { requestedItems } from './requested-items.ts';
import {
  createTransaction,
  refuseImmutable,
  repriced,
  transactionById,
  updateTransaction,
} from './transaction.ts';

/** https://developer.paddle.com/api-reference/transactions */
export function transactionRoutes(app: FastifyInstance, context: PaddleContext): void {
  const { state } = context;

  app.post('/transactions', (request, reply) => {
    const fields = fieldsOf(request.body);
    const items = requestedItems(context, fields);
    const customerId = fields.textOrNull('customer_id');
    const addressId = fields.textOrNull('address_id');
    const customData = fields.customData('custom_data');
    const checkoutUrl = fields.object('checkout')?.textOrNull('url') ?? null;
    if (checkoutUrl !== null && !URL.canParse(checkoutUrl)) {
      fields.refuse('checkout.url', 'must be a valid URL');
    }
    if (fields.oneOf('collection_mode', ['automatic', 'manual'], 'automatic') === 'manual') {
      fields.refuse('collection_mode', 'the sandbox collects automatically only');
    }
    fields.oneOf('currency_code', ['USD'], 'USD');
    fields.check();
    if (customerId !== null) customerById(context, customerId);
    if (addressId !== null) refuseForeignAddress(customerId, addressId);
    const transaction = createTransaction(context, {
      items,
      customerId,
      addressId,
      customData,
      discountId: requestedDiscount(context, fields, items),
      origin: 'api',
      subscriptionId: null,
      billingPeriod: null,
      checkoutUrl,
      status: customerId !== null && addressId !== null ? 'ready' : 'draft',
    });
    return reply.status(201).send(one(request, withIncluded(request, transaction)));
  });

  app.get('/transactions', (request) => {
    const query = queryOf(request);
    const found = Object.values(state.transactions).filter(
      (transaction) =>
        matches(query, 'id', transaction.id) &&
        matches(query, 'status', transaction.status) &&
        matches(query, 'origin', transaction.origin) &&
        matches(query, 'customer_id', transaction.customer_id) &&
        matches(query, 'subscription_id', transaction.subscription_id) &&
        matches(query, 'invoice_number', transaction.invoice_number) &&
        isWithin(query, 'created_at', transaction.created_at) &&
        isWithin(query, 'updated_at', transaction.updated_at) &&
        isWithin(query, 'billed_at', transaction.billed_at),
    );
    return many(
      context,
      request,
      found.map((transaction) => withIncluded(request, transaction)),
    );
  });

  app.get('/transactions/:id', (request) =>
    one(request, withIncluded(request, transactionById(context, idOf(request)))),
  );

  app.patch('/transactions/:id', (request) => {
    const transaction = transactionById(context, idOf(request));
    const fields = fieldsOf(request.body);
    refuseImmutable(transaction);
    if (fields.has('status')) {
      if (fields.textOrNull('status') !== 'canceled') {
        throw refusal('transaction_invalid_status_change', 'a transaction can only be canceled here');
      }
      updateTransaction(context, transaction, { status: 'canceled' });
      return one(request, transaction);
    }
    const changes: Partial<Transaction> = {};
    if (fields.has('custom_data')) changes.custom_data = fields.customData('custom_data');
    if (fields.has('customer_id')) changes.customer_id = fields.textOrNull('customer_id');
    if (fields.has('items') || fields.has('discount_id') || fields.has('discount')) {
      Object.assign(changes, otherSum(transaction, fields));
    }
    fields.check();
    if (changes.customer_id) customerById(context, changes.customer_id);
    updateTransaction(context, transaction, changes);
    return one(request, transaction);
  });

  function otherSum(transaction: Transaction, fields: Fields): Partial<Transaction> {
    const items = fields.has('items') ? requestedItems(context, fields) : pricedItems(transaction);
    const given = fields.has('discount_id') || fields.has('discount');
    return repriced(context, transaction, {
      items,
      discountId: given ? requestedDiscount(context, fields, items) : (transaction.discount_id ?? null),
    });
  }

  function refuseForeignAddress(customerId: string | null, addressId: string): void {
    if (customerId === null) {
      throw refusal(
        'transaction_customer_is_required_with_address',
        'customer_id is required with address_id',
      );
    }
    if (state.addresses[addressId]?.customer_id !== customerId) throw notFound(addressId);
  }

  function withIncluded(request: FastifyRequest, transaction: Transaction): Transaction {
    const wanted = included(request);
    const { customer_id: customerId, address_id: addressId, discount_id: discountId } = transaction;
    return {
      ...transaction,
      ...(wanted.has('discount') && discountId ? { discount: state.discounts[discountId] ?? null } : {}),
      ...(wanted.has('customer') && customerId ? { customer: state.customers[customerId] ?? null } : {}),
      ...(wanted.has('address') && addressId ? { address: state.addresses[addressId] ?? null } : {}),
      ...(wanted.has('adjustment') || wanted.has('adjustments')
        ? {
            adjustments: Object.values(state.adjustments).filter(
              (adjustment) => adjustment.transaction_id === transaction.id,
            ),
          }
        : {}),
    };
  }
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(400, { group: 'transactions', code }, detail);
}
