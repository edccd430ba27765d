import { expect, it } from 'vitest';
import { couponCode } from './coupon-code.ts';

it.each([
  [' comet-20 ', 'COMET-20'],
  ['<script>', 'NO-SUCH-CODE'],
  ['', 'NO-SUCH-CODE'],
  ['A'.repeat(41), 'NO-SUCH-CODE'],
])('%j is sent as %s', (typed, sent) => {
  expect(couponCode(typed)).toBe(sent);
});
