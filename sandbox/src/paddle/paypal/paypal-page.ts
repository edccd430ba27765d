import { formatMoney } from '@comet/foundation';
import { type Html, html } from '../../platform/html.ts';
import type { Presentation } from '../checkout/checkout-page.ts';
import type { SavedMethod } from '../state.ts';
import type { Transaction } from '../wire.ts';

/** What the sandbox shows in PayPal's place: who asks for how much, and from which account it is to come. */
export function paypalPage(transaction: Transaction, method: SavedMethod, how: Presentation): Html {
  const due = Number(transaction.details?.totals?.grand_total ?? 0);
  const recurs = transaction.items.some((item) => item.price?.billing_cycle);
  return html`<!doctype html>
<html lang="en" data-mode="${how.mode}" data-theme="${how.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PayPal, played by the sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/customer.css">
</head>
<body><div class="stage"><main class="sheet">
<p class="played">The sandbox plays PayPal here. No money moves.</p>
<p class="paypal">PayPal</p>
<p class="quiet">Comet VPN asks for</p>
<h1>${formatMoney({ amount: due, currency: 'USD' })}</h1>
${recurs ? html`<p class="quiet">and may charge this account again when the subscription renews.</p>` : ''}
<form method="post">
<div class="field"><label for="payer_email">PayPal account</label>
<input id="payer_email" name="payer_email" type="email" autocomplete="off" value="${method.details.paypal?.email ?? ''}" required></div>
<button class="button" name="approved" value="yes">Approve</button>
<button class="button second" name="approved" value="no" formnovalidate>Cancel and go back</button>
</form>
</main></div></body>
</html>`;
}
