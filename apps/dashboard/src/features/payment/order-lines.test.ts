import { describe, expect, it } from 'vitest';
import { orderLineText, periodPriceText, renewalText } from './order-lines.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

describe('the order as text', () => {
  it.each([
    ['plan', 12, 14388, 'Comet, 12\u00a0months', '$143.88'],
    ['plan', 1, 1199, 'Comet, 1\u00a0month', '$11.99'],
    ['plan_discount', 58, -8400, '58% off', '\u2212$84.00'],
    ['free_months', 1, 0, '1\u00a0extra\u00a0month', 'Free'],
    ['carried_days', 30, 0, '30\u00a0free\u00a0days carried over', 'Free'],
    ['crypto_fee', 1, 60, 'Crypto fee, 1%, non-refundable', '$0.60'],
    ['trial', 3, -1199, '3\u00a0days free', '\u2212$11.99'],
  ] as const)('%s of %i', (kind, quantity, amount, what, shown) => {
    expect(orderLineText({ kind, quantity, amount: usd(amount) })).toEqual({ what, amount: shown });
  });

  it('names the country and kind of an address, and what an extension adds', () => {
    const line = { kind: 'dedicated_ip', quantity: 6, amount: usd(2694) } as const;
    const item = { kind: 'dedicated_ip', type: 'dedicated_residential', country: 'nl', months: 6 } as const;
    expect(orderLineText(line, item).what).toBe('Dedicated Residential IP in the Netherlands, 6\u00a0months');
    const more = { kind: 'dedicated_ip_extension', serviceId: 'one', months: 6 } as const;
    expect(orderLineText(line, more).what).toBe('Dedicated IP extension, 6\u00a0months');
  });

  it('states the monthly price over the whole period of a plan with free months', () => {
    const item = { kind: 'subscription', planId: '12-months', months: 12 } as const;
    const plan = { kind: 'plan', quantity: 12, amount: usd(5988) } as const;
    const free = { kind: 'free_months', quantity: 1, amount: usd(0) } as const;
    const total = usd(5988);
    expect(periodPriceText({ item, lines: [plan, free], total })).toBe(
      '13\u00a0months of Comet, $4.61 a\u00a0month',
    );
    expect(periodPriceText({ item, lines: [plan], total })).toBeNull();
    const data = { kind: 'residential_data', gigabytes: 10 } as const;
    expect(periodPriceText({ item: data, lines: [free], total })).toBeNull();
  });

  it('names the renewal with its date, and the first charge after free days', () => {
    const item = { kind: 'subscription', planId: '12-months', months: 12 } as const;
    const renewal = { amount: usd(5988), at: '2027-12-21T12:00:00Z' };
    expect(renewalText({ item, total: usd(5988), renewal, moneyBack: true })).toBe(
      'Renews on 21\u00a0December\u00a02027 at $59.88, then every 12\u00a0months. Cancel anytime, and get a full refund within 30\u00a0days.',
    );
    expect(renewalText({ item, total: usd(0), renewal, moneyBack: true })).toMatch(
      /^Then \$59\.88 on 21\u00a0December\u00a02027, and every 12\u00a0months after that\./,
    );
    for (const total of [usd(5988), usd(0)]) {
      const words = renewalText({ item, total, renewal, moneyBack: false });
      expect(words).toMatch(/not refundable\.$/);
      expect(words).not.toContain('full refund');
    }
  });
});
