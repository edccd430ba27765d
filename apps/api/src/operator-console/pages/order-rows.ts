import { formatMoney, frameTexts, ordersTexts as texts } from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import type { OrderState } from '../../platform/database/schema.ts';
import { type Html, html } from '../html.ts';
import { type PageContext, rows, state, time, type Tone } from '../page.ts';

const tones: Readonly<Record<OrderState, Tone>> = {
  ...{ draft: 'neutral', processing: 'warn', paid: 'good' },
  ...{ failed: 'bad', expired: 'neutral', refunded: 'neutral' },
};

/** States of orders that were never paid; lists hide them unless they are requested. */
const unpaidStates = ['draft', 'expired'] as const;

export const orderState = (of: OrderState): Html => state(tones[of], texts.states[of]);

const latest = 100;

/** Which orders a list contains: all, or those of one account. */
interface Wanted {
  readonly userId?: string;
  readonly withDrafts: boolean;
}

/** The latest hundred orders, each with a link to its page. */
export async function orderRows({ db, now }: PageContext, { userId, withDrafts }: Wanted): Promise<Html> {
  const orders = await latestOrders(db, { userId, withDrafts });
  const customer = userId === undefined ? [texts.customer] : [];
  return rows(
    [texts.order, texts.item, ...customer, texts.state, texts.total, texts.paidBy, texts.made],
    orders.map((order) => [
      html`<a href="/ops/orders/${order.id}"><code>${order.number}</code></a>`,
      texts.kinds[order.kind],
      ...(userId === undefined ? [html`<a href="/ops/customers/${order.userId}">${order.email}</a>`] : []),
      orderState(order.state),
      formatMoney({ amount: order.totalAmount, currency: order.currency }),
      order.method === null ? frameTexts.nothing : texts.methods[order.method],
      time(order.createdAt, now),
    ]),
    texts.none,
  );
}

function latestOrders(
  db: Database,
  { userId, withDrafts }: { readonly userId: string | undefined; readonly withDrafts: boolean },
) {
  return (
    db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'orders.userId')
      .select(['orders.id', 'number', 'orders.userId', 'kind', 'state', 'totalAmount', 'currency', 'method'])
      .select(['orders.createdAt', 'email'])
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
      .$if(!withDrafts, (query) => query.where('state', 'not in', unpaidStates))
      // Ids ascend by time (UUIDv7).
      .orderBy('orders.id', 'desc')
      .limit(latest)
      .execute()
  );
}
