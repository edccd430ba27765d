import { checkoutTexts as texts } from '@comet/texts';
import { Icon, type IconName } from '@comet/ui';
import type { PaymentMethod } from '../payment/index.ts';

const marks: Readonly<Record<PaymentMethod, readonly IconName[]>> = {
  card: ['mark-visa', 'mark-mastercard'],
  paypal: ['mark-paypal'],
  crypto: ['mark-bitcoin'],
};

/** The logos of the accepted payment methods, below the payment button. */
export function PaymentMarks({ methods }: { readonly methods: readonly PaymentMethod[] }) {
  return (
    // Visa's logo is a word, which would be illegible at the height of the others.
    <p className="m-0 flex items-center justify-center gap-4 text-quiet [&_.icon-mark-visa]:size-8">
      <span className="sr-only">
        {texts.accepted[methods.includes('crypto') ? 'withCrypto' : 'withoutCrypto']}
      </span>
      {methods
        .flatMap((method) => marks[method])
        .map((mark) => (
          <Icon key={mark} name={mark} size="medium" />
        ))}
    </p>
  );
}
