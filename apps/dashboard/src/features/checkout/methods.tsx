import { checkoutTexts } from '@comet/texts';
import { RadioPills, Skeleton, Subhead } from '@comet/ui';
import { CryptoCoins } from '../crypto/index.ts';
import type { PaymentMethod } from '../payment/index.ts';

const methodNames = {
  card: checkoutTexts.card,
  paypal: checkoutTexts.paypal,
  crypto: checkoutTexts.crypto,
} as const;

interface MethodsProps {
  /** The ways to pay this order; undefined until they are known. */
  readonly methods: readonly PaymentMethod[] | undefined;
  readonly value: PaymentMethod;
  readonly onChange: (method: PaymentMethod) => void;
}

/** How an order is paid. It has its place before the ways are known, so that nothing below it moves. */
export function Methods({ methods, value, onChange }: MethodsProps) {
  return (
    <section className="flex flex-col gap-3 pt-2">
      <Subhead>{checkoutTexts.payWith}</Subhead>
      {methods === undefined ? (
        <Skeleton className="h-11 w-68 max-w-full rounded-control" />
      ) : (
        <RadioPills
          legend={checkoutTexts.payWith}
          name="method"
          pills={methods.map((method) => ({ value: method, label: methodNames[method] }))}
          value={value}
          onChange={onChange}
        />
      )}
      {value === 'crypto' && (
        <>
          <p className="m-0 text-small text-quiet">{checkoutTexts.cryptoNote}</p>
          <CryptoCoins />
        </>
      )}
    </section>
  );
}
