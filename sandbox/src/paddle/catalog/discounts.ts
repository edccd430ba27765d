import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Fields, fieldsOf } from '../api/fields.ts';
import { notFound, PaddleError } from '../api/paddle-error.ts';
import { idOf, many, one, queryOf, matches } from '../api/replies.ts';
import type { Discount } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

const TYPES = ['percentage', 'flat', 'flat_per_seat'] as const;
const STATUSES = ['active', 'archived'] as const;
const MODES = ['standard', 'custom'] as const;
/** Without similar letters and digits. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** https://developer.paddle.com/api-reference/discounts */
export function discountRoutes(app: FastifyInstance, context: PaddleContext): void {
  const { discounts } = context.state;

  app.post('/discounts', (request, reply) => {
    const fields = fieldsOf(request.body);
    const discount = discountOf(fields, context, fields.oneOf('mode', MODES, 'standard'));
    fields.check();
    refuseTakenCode(discount);
    discounts[discount.id] = discount;
    context.changed();
    return reply.status(201).send(one(request, discount));
  });

  app.get('/discounts', (request) => {
    const query = queryOf(request);
    const found = Object.values(discounts).filter(
      (discount) =>
        matches(query, 'id', discount.id) &&
        matches(query, 'code', discount.code) &&
        matches(query, 'mode', discount.mode) &&
        // By default Paddle lists active discounts.
        matches({ status: query['status'] ?? 'active' }, 'status', discount.status),
    );
    return many(context, request, found);
  });

  app.get('/discounts/:id', (request) => one(request, discountById(context, idOf(request))));

  app.patch('/discounts/:id', (request) => {
    const discount = discountById(context, idOf(request));
    const given = fieldsOf(request.body);
    const changes = typeof request.body === 'object' ? request.body : {};
    const fields = fieldsOf({ ...discount, ...changes });
    const next = discountOf(fields, context, discount.mode);
    const status = given.oneOf('status', STATUSES, discount.status === 'archived' ? 'archived' : 'active');
    given.check();
    fields.check();
    const { id, created_at, times_used } = discount;
    if (next.code !== discount.code) refuseTakenCode(next);
    Object.assign(discount, next, { id, status, created_at, times_used });
    context.changed();
    return one(request, discount);
  });

  function refuseTakenCode({ code }: Discount): void {
    const taken =
      code && Object.values(discounts).find((other) => other.status === 'active' && other.code === code);
    if (!taken) return;
    throw new PaddleError(
      409,
      { group: 'discounts', code: 'discount_code_conflict' },
      `discount code conflicts with discount of id ${taken.id}`,
    );
  }
}

/** Returns the discount with this id; throws Paddle's `not_found`. */
function discountById(context: PaddleContext, id: string): Discount {
  const discount = context.state.discounts[id];
  if (discount === undefined) throw notFound(id);
  return discount;
}

/** Creates a discount from a request's fields; the caller checks the fields and stores it. */
export function discountOf(fields: Fields, context: PaddleContext, mode: Discount['mode']): Discount {
  const at = context.timestamp();
  const type = fields.oneOf('type', TYPES);
  const recur = fields.bool('recur', false);
  const intervals = fields.integer('maximum_recurring_intervals', 0);
  const usageLimit = fields.integer('usage_limit', 0);
  const expiresAt = fields.textOrNull('expires_at');
  const enabled = fields.bool('enabled_for_checkout', mode === 'standard');
  if (intervals !== 0 && (!recur || intervals < 1)) {
    fields.refuse('maximum_recurring_intervals', 'requires recur, and must be 1 or greater');
  }
  if (usageLimit < 0) fields.refuse('usage_limit', 'must be 1 or greater');
  if (expiresAt !== null && Number.isNaN(Date.parse(expiresAt))) {
    fields.refuse('expires_at', 'must be an RFC 3339 datetime');
  }
  return {
    id: context.newId('dsc'),
    status: 'active',
    description: fields.text('description'),
    enabled_for_checkout: enabled,
    code: fields.textOrNull('code') ?? (enabled ? newCode() : null),
    mode,
    type,
    amount: amountOf(fields, type),
    currency_code: type === 'percentage' ? null : fields.oneOf('currency_code', ['USD' as const], 'USD'),
    recur,
    maximum_recurring_intervals: intervals === 0 ? null : intervals,
    usage_limit: usageLimit === 0 ? null : usageLimit,
    restrict_to: fields.texts('restrict_to'),
    expires_at: expiresAt,
    custom_data: fields.customData('custom_data'),
    times_used: 0,
    created_at: at,
    updated_at: at,
    import_meta: null,
    discount_group_id: null,
    discount_group: null,
  };
}

/** Reads a percentage above 0, at most 100, with at most two decimals, or whole minor units. */
function amountOf(fields: Fields, type: Discount['type']): string {
  const amount = fields.text('amount');
  const value = Number(amount);
  const right =
    type === 'percentage'
      ? /^\d+(?:\.\d{1,2})?$/.test(amount) && value > 0 && value <= 100
      : /^[1-9]\d*$/.test(amount);
  if (amount !== '' && !right) {
    fields.refuse(
      'amount',
      type === 'percentage' ? 'must be over 0, to 100' : 'must be a whole number over 0',
    );
  }
  return amount;
}

function newCode(): string {
  return Array.from({ length: 10 }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('');
}
