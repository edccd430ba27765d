/** Amounts in the currency's major unit, as in Paddle.js events (11.99, not "1199"). */
export interface CheckoutTotals {
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  readonly credit: number;
  readonly balance: number;
}

interface Period {
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly frequency: number;
}

/** The `data` of a Paddle.js event (https://developer.paddle.com/paddlejs/events/overview). */
export interface CheckoutData {
  readonly id: string;
  readonly transaction_id: string;
  readonly status: string;
  readonly custom_data: object | null;
  readonly currency_code: string;
  readonly customer: {
    readonly id: string | null;
    readonly email: string | null;
    readonly address: { readonly id: string; readonly country_code: string } | null;
    readonly business: null;
  };
  readonly items: readonly {
    readonly price_id: string;
    readonly price_name: string | null;
    readonly product: { readonly id: string; readonly name: string; readonly description: string };
    readonly quantity: number;
    readonly billing_cycle: Period | null;
    readonly trial_period: Period | null;
    readonly totals: CheckoutTotals;
    readonly recurring_totals: CheckoutTotals | null;
  }[];
  readonly totals: CheckoutTotals;
  readonly recurring_totals: CheckoutTotals | null;
  readonly payment: {
    readonly method_details: {
      readonly type: 'card' | 'paypal' | 'none';
      readonly card: {
        readonly type: string;
        readonly last4: string;
        readonly expiry_month: number;
        readonly expiry_year: number;
      } | null;
    };
  };
  readonly settings: { readonly display_mode: 'overlay' | 'inline'; readonly theme: 'light' | 'dark' };
  readonly discount: { readonly id: string; readonly code: string | null } | null;
  readonly upsell: null;
}

/** Messages of the checkout page to the framing Paddle.js. */
export type FrameMessage =
  | { readonly source: 'paddle-checkout'; readonly name: CheckoutEventName; readonly data: CheckoutData }
  | { readonly source: 'paddle-checkout'; readonly name: 'checkout.error'; readonly error: CheckoutError }
  | { readonly source: 'paddle-checkout'; readonly name: 'frame.height'; readonly height: number };

/** The data of a `checkout.error`. */
export interface CheckoutError {
  readonly type: string;
  readonly code: string;
  readonly detail: string;
  readonly documentation_url: string;
}

export type CheckoutEventName =
  | 'checkout.loaded'
  | 'checkout.closed'
  | 'checkout.completed'
  | 'checkout.customer.created'
  | 'checkout.payment.selected'
  | 'checkout.payment.initiated'
  | 'checkout.payment.failed';

/** Response of the checkout's server to a payment. */
export type PaymentResult =
  | { readonly kind: 'completed'; readonly data: CheckoutData }
  | { readonly kind: 'declined'; readonly message: string; readonly data: CheckoutData }
  | { readonly kind: 'challenge'; readonly attempt_id: string; readonly data: CheckoutData }
  | {
      readonly kind: 'redirect';
      readonly attempt_id: string;
      readonly url: string;
      readonly data: CheckoutData;
    }
  | { readonly kind: 'invalid'; readonly problem: Readonly<Record<string, string | null>> }
  | { readonly kind: 'unavailable'; readonly message: string };
