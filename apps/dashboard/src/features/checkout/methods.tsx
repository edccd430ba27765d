import { checkoutTexts } from '@comet/texts';
import { RadioPills } from '@comet/ui';
import { CryptoCoins } from '../crypto/index.ts';
import type { PaymentMethod } from '../payment/index.ts';

const methodNames = {
  card: checkoutTexts.card,
  paypal: checkoutTexts.paypal,
  crypto: checkoutTexts.crypto,
} as const;

interface MethodsProps {
  readonly methods: readonly PaymentMethod[];
  readonly value: PaymentMethod;
  readonly onChange: (method: PaymentMethod) => void;
}

/** How an order is paid. */
export function Methods({ methods, value, onChange }: MethodsProps) {
  return (
    <div className="flex flex-col gap-3 pt-2">
      <h3 className="m-0 text-body font-semibold">{checkoutTexts.payWith}</h3>
      <RadioPills
        legend={checkoutTexts.payWith}
        name="method"
        pills={methods.map((method) => ({ value: method, label: methodNames[method] }))}
        value={value}
        onChange={onChange}
      />
      {value === 'crypto' && (
        <>
          <p className="m-0 text-small text-quiet">{checkoutTexts.cryptoNote}</p>
          <CryptoCoins />
        </>
      )}
    </div>
  );
}
