import { expect, it } from 'vitest';
import { paymentItemText, paymentDateText, paymentStateText, taxText } from './billing-screen.tsx';

it('describes purchase, date and method of a payment', () => {
  expect(paymentItemText({ item: { kind: 'subscription', planId: '12-months', months: 12 } })).toBe(
    'Comet, 12\u00a0months',
  );
  expect(paymentItemText({ item: { kind: 'residential_data', gigabytes: 5 } })).toBe(
    'Residential data, 5\u00a0GB',
  );
  const at = '2026-11-21T12:00:00Z';
  expect(paymentDateText({ at, method: { kind: 'card', lastDigits: '4242' } })).toBe(
    '21\u00a0November\u00a02026, card ending 4242',
  );
  expect(paymentDateText({ at, method: null })).toBe('21\u00a0November\u00a02026');
});

it('describes a refunded or failed payment, and adds nothing to a completed one', () => {
  const givenBack = { amount: 500, currency: 'USD' };
  expect(paymentStateText({ state: 'paid', givenBack })).toBeNull();
  expect(paymentStateText({ state: 'partly_refunded', givenBack })).toBe('$5.00 refunded');
  expect(paymentStateText({ state: 'returning', givenBack })).toBe('Being returned');
  expect(paymentStateText({ state: 'refund_rejected', givenBack })).toBe('Refund declined');
});

it('describes the tax of a payment like its receipt', () => {
  expect(taxText({ tax: { amount: 956, currency: 'USD' } })).toBe('includes $9.56 tax');
  expect(taxText({ tax: { amount: 0, currency: 'USD' } })).toBe('no tax');
});
