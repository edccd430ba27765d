import type { PaddleContext } from '../context.ts';
import type { SavedMethod } from '../state.ts';

/** Card fields of the checkout. */
export interface CardDetails {
  readonly number: string;
  /** `MM/YY`. */
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
}

/** Behaviour of a test card: payment succeeds, requires 3-D Secure, is declined, or succeeds once and is declined afterwards. */
type TestCard = 'pays' | 'asks' | 'declined' | 'pays_once';

/** https://developer.paddle.com/concepts/payment-methods/credit-debit-card#test-payment-method */
export const TEST_CARDS: readonly {
  number: string;
  type: TestCard;
  brand: 'visa' | 'mastercard';
  label: string;
}[] = [
  { number: '4242424242424242', type: 'pays', brand: 'visa', label: 'Pays' },
  { number: '4000003800000446', type: 'asks', brand: 'visa', label: 'Asks for 3-D Secure' },
  { number: '4000000000000002', type: 'declined', brand: 'visa', label: 'Declined' },
  { number: '4000002760003184', type: 'pays_once', brand: 'visa', label: 'Pays once, renewals are declined' },
  { number: '5555555555554444', type: 'pays', brand: 'mastercard', label: 'Pays, Mastercard' },
];

/** Error texts by field. */
export type CardProblem = Readonly<Record<'number' | 'expiry' | 'cvc' | 'name', string | null>>;

/** Returns the errors of a typed card at time `now`; null if it is valid. */
export function cardProblem(card: CardDetails, now: Date): CardProblem | null {
  const digits = digitsOf(card.number);
  const expiry = expiryOf(card.expiry);
  const problem: CardProblem = {
    number: numberProblem(digits),
    expiry:
      expiry === null
        ? 'Enter month and year, like 04/30.'
        : Date.UTC(expiry.year, expiry.month, 1) <= now.getTime()
          ? 'This card has expired.'
          : null,
    cvc: /^\d{3,4}$/.test(card.cvc.trim()) ? null : 'Enter the 3 digits on the back.',
    name: card.name.trim() === '' ? 'Enter the name as on the card.' : null,
  };
  return Object.values(problem).every((text) => text === null) ? null : problem;
}

/** Returns the behaviour of a card and the payment method to store. */
export function methodOf(
  card: CardDetails,
  customerId: string,
  context: PaddleContext,
): { outcome: TestCard; method: SavedMethod } {
  const digits = digitsOf(card.number);
  const known = TEST_CARDS.find((candidate) => candidate.number === digits);
  const expiry = expiryOf(card.expiry);
  return {
    outcome: known?.type ?? 'declined',
    method: {
      id: context.newId('paymtd'),
      storedId: crypto.randomUUID(),
      customerId,
      laterCharges: known?.type === 'pays_once' ? 'decline' : 'succeed',
      details: {
        type: 'card',
        card: {
          type: known?.brand ?? 'unknown',
          last4: digits.slice(-4),
          expiry_month: expiry?.month ?? 1,
          expiry_year: expiry?.year ?? 2000,
          cardholder_name: card.name.trim(),
        },
        paypal: null,
        south_korea_local_card: null,
        underlying_details: null,
      },
    },
  };
}

function numberProblem(digits: string): string | null {
  if (!/^\d{12,19}$/.test(digits)) return 'Enter the long number on the card.';
  return TEST_CARDS.some((card) => card.number === digits)
    ? null
    : 'This is a sandbox: use one of the test cards below.';
}

function digitsOf(number: string): string {
  return number.replaceAll(/[\s-]/g, '');
}

function expiryOf(text: string): { month: number; year: number } | null {
  const match = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text);
  return match === null ? null : { month: Number(match[1]), year: 2000 + Number(match[2]) };
}
