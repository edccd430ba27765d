import { COINGATE_TOKEN, sandboxForTest } from './sandbox-for-test.ts';

export type Order = Readonly<Record<string, string>> & {
  readonly id: number;
  readonly is_refundable: boolean;
};

/** Starts a sandbox with a CoinGate client like the shop's server. */
export async function coingateForTest() {
  const context = await sandboxForTest();

  /** Calls the API with a form, or with JSON by `as`; token '' sends none. */
  async function call<T = Order>(
    method: string,
    path: string,
    fields?: Record<string, string>,
    how: { as?: 'form' | 'json'; token?: string } = {},
  ): Promise<{ status: number; body: T }> {
    const { as = 'form', token = `Token ${COINGATE_TOKEN}` } = how;
    const reply = await fetch(`${context.sandbox.url}/coingate/v2${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: token }),
        ...(as === 'json' ? { 'content-type': 'application/json' } : {}),
      },
      ...(fields === undefined
        ? {}
        : { body: as === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields) }),
    });
    return { status: reply.status, body: (await reply.json()) as T };
  }

  return {
    ...context,
    call,
    async order(fields: Record<string, string> = {}): Promise<Order> {
      const made = await call('POST', '/orders', {
        order_id: 'ord-1',
        price_amount: '60.48',
        price_currency: 'USD',
        receive_currency: 'USD',
        title: '12 months',
        callback_url: context.hook.url,
        token: 'secret-of-the-order',
        ...fields,
      });
      return made.body;
    },
    get: async (id: number): Promise<Order> => (await call('GET', `/orders/${id}`)).body,
    /** Applies an action of the customer or the blockchain; returns the order or the error. */
    applyAction: (id: number | string, kind: string, body: object = {}) =>
      context.json<Order & { error?: string }>('POST', `/control/coingate/orders/${id}/${kind}`, body),
    statuses: (): (string | undefined)[] => context.hook.callbacks.map((callback) => callback['status']),
  };
}
