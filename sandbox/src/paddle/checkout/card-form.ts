import { formatMoney } from '@comet/foundation';
import { type Html, html } from '../../platform/html.ts';
import type { Transaction } from '../wire.ts';
import { TEST_CARDS } from './cards.ts';

/** Payment methods of the checkout. */
export const checkoutMethods = ['card', 'paypal'] as const;
export type CheckoutMethod = (typeof checkoutMethods)[number];

interface FormOptions {
  /** Null where the customer types it. */
  readonly email: string | null;
  readonly payable: boolean;
  readonly methods: readonly CheckoutMethod[];
}

/** The payment form: email if unknown, then the offered methods. Its buttons are disabled until the page's script runs. */
export function cardForm(transaction: Transaction, { email, payable, methods }: FormOptions): Html {
  const [byPaypal, byCard] = [methods.includes('paypal'), methods.includes('card')];
  return html`<form id="card-form" novalidate${payable ? '' : html` hidden`}>
${
  email === null
    ? field('email', 'Email', html`type="email" autocomplete="email" inputmode="email"`)
    : html`<p class="payer"><span class="quiet">Email</span><span>${email}</span></p>`
}
<button class="button second paypal-button" id="paypal" type="button" disabled${byPaypal ? '' : html` hidden`}>Pay with PayPal</button>
${byPaypal && byCard ? html`<p class="or">or by card</p>` : ''}
<div id="card"${byCard ? '' : html` hidden`}>
${field('number', 'Card number', html`autocomplete="cc-number" inputmode="numeric" placeholder="1234 1234 1234 1234"`)}
<div class="pair">
${field('expiry', 'Expiry', html`autocomplete="cc-exp" inputmode="numeric" placeholder="MM/YY"`)}
${field('cvc', 'CVC', html`autocomplete="cc-csc" inputmode="numeric" maxlength="4" placeholder="123"`)}
</div>
${field('name', 'Name on card', html`autocomplete="cc-name" autocapitalize="words"`)}
</div>
<p class="alert" id="alert" role="alert"></p>
<button class="button" id="pay" type="submit" disabled${byCard ? '' : html` hidden`}>${changesMethod(transaction) ? 'Save payment method' : `Pay ${amount(transaction.details?.totals?.grand_total)}`}</button>
<details${byCard ? '' : html` hidden`}>
<summary>Sandbox: no money moves. Test cards</summary>
<ul class="cards">${TEST_CARDS.map(
    (card) =>
      html`<li><button type="button" data-card="${grouped(card.number)}"><span>${grouped(card.number)}</span> <span class="quiet">${card.label}</span></button></li>`,
  )}</ul>
</details>
</form>`;
}

function field(name: string, label: string, attributes: Html): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" aria-describedby="${name}-problem" required ${attributes}>
<p class="problem" id="${name}-problem"></p></div>`;
}

/** Returns whether nothing is charged: the customer only changes the payment method of a subscription. */
export function changesMethod(transaction: Transaction): boolean {
  return transaction.origin === 'subscription_payment_method_change';
}

/** Formats minor units in Paddle's format (`$11.99`). */
export function amount(minor: string | undefined): string {
  return formatMoney({ amount: Number(minor ?? 0), currency: 'USD' });
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}
