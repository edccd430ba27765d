import { checkoutTexts } from '@comet/texts';
import { Headline, Stepper, RadioPills, Skeleton, Subhead } from '@comet/ui';
import { useIsMutating, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { UnverifiedBanner, userQuery } from '../account/index.ts';
import { AsideLayout } from '../shell/index.ts';
import { SupportLater } from '../support/index.ts';
import type { Wish } from './order-draft.ts';
import { OrderSummary } from './order-summary.tsx';
import { CHOICE_ID, PAYING } from './part-ids.ts';
import { useOrder } from './use-order.ts';
import { CryptoCoins } from '../crypto/index.ts';
import { METHODS_ID, type PaymentMethod } from '../payment/index.ts';

const methodNames = {
  card: checkoutTexts.card,
  paypal: checkoutTexts.paypal,
  crypto: checkoutTexts.crypto,
} as const;

interface MethodsProps {
  /** Payment methods of this order; undefined while loading. */
  readonly methods: readonly PaymentMethod[] | undefined;
  readonly value: PaymentMethod;
  readonly onChange: (method: PaymentMethod) => void;
}

/** Choice of the payment method. Its space is reserved while loading, so that nothing below it moves. */
function Methods({ methods, value, onChange }: MethodsProps) {
  return (
    <section id={METHODS_ID} className="flex scroll-mt-24 flex-col gap-3 pt-2">
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

interface OrderCheckoutProps {
  readonly headline: string;
  readonly explanation?: string;
  readonly step: string;
  /** Null while nothing that could be bought is chosen. */
  readonly wish: Wish | null;
  /** Another one is being chosen: this one is not paid any more. */
  readonly isChanging?: boolean;
  readonly coupon?: (refusal: Error | null) => ReactNode;
  readonly children: ReactNode;
}

/** The payment layout: what is chosen and how it is paid at the left, what it costs at the right. */
export function OrderCheckout({
  headline,
  explanation,
  step,
  wish,
  isChanging = false,
  coupon,
  children,
}: OrderCheckoutProps) {
  const { data: user } = useSuspenseQuery(userQuery);
  const { email, emailVerified } = user;
  const order = useOrder(wish);
  const isPaying = useIsMutating({ mutationKey: PAYING }) > 0;
  return (
    <AsideLayout
      home="/dash/home/"
      aside={
        wish !== null && (
          <OrderSummary
            order={order}
            isChanging={isChanging}
            emailVerified={emailVerified}
            {...(coupon === undefined ? {} : { coupon })}
          />
        )
      }
    >
      <div className="mt-9 flex flex-col gap-8">
        <div className="max-w-105">
          <Stepper
            label={checkoutTexts.stepsName}
            steps={[checkoutTexts.stepAccount, step, checkoutTexts.stepPay]}
            current={isPaying ? 2 : 1}
          />
        </div>
        {!emailVerified && <UnverifiedBanner email={email} at="checkout" />}
        <div id={CHOICE_ID} className="flex scroll-mt-24 flex-col gap-5">
          <Headline explanation={explanation}>{headline}</Headline>
          {children}
        </div>
        {wish !== null && order.draft.error === null && (
          <Methods methods={order.methods} value={order.method} onChange={order.setMethod} />
        )}
        <SupportLater />
      </div>
    </AsideLayout>
  );
}
