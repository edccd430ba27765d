import { timingSafeEqual } from 'node:crypto';
import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/requests/route.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { hashOfToken } from '../../../platform/keys/secret-token.ts';
import { queryCoingateOrder } from './coingate-orders.ts';
import type { CountRefusal } from '../inbox/refused-webhooks.ts';

export interface CallbackDeps {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly countRefusal: CountRefusal;
}

/**
 * CoinGate's callback has no signature, only the token that was set on the order. With the token a callback triggers a query; its content
 * is not trusted. Otherwise the response is 400, which CoinGate treats as temporary; after 301, 302, 401 and 403 it would stop its
 * callbacks.
 */
export const coingateCallbackRoute = (deps: CallbackDeps) => {
  const refuse = () => {
    deps.countRefusal('coingate_token_wrong');
    return err('signature_invalid' as const);
  };
  return route(api.coingateCallback, async ({ rawBody }) => {
    const form = new URLSearchParams(rawBody.toString('utf8'));
    const coingateOrderId = form.get('id') ?? '';
    if (!/^\d{1,18}$/.test(coingateOrderId)) return refuse();
    const order = await deps.db
      .selectFrom('orders')
      .select('coingateTokenHash')
      .where('coingateOrderId', '=', coingateOrderId)
      .executeTakeFirst();
    // An unknown order gets the same reply after the same comparison.
    const expected = order?.coingateTokenHash ?? Buffer.alloc(32);
    if (!timingSafeEqual(hashOfToken(form.get('token') ?? ''), expected)) return refuse();
    await deps.db
      .transaction()
      .execute((trx) => deps.jobs.enqueue(trx, queryCoingateOrder, { coingateOrderId }));
    return ok(undefined);
  });
};
