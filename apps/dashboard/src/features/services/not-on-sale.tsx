import { paymentTexts, servicesTexts as texts } from '@comet/texts';
import { buttonClasses, Headline } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmLayout } from '../shell/index.ts';
import { LazySupportChat } from '../support/index.ts';

const back = {
  residential_data: { to: '/dash/residential-vpn/', name: paymentTexts.toBought.residential_data },
  proxy_traffic: { to: '/dash/residential-proxy/', name: paymentTexts.toBought.proxy_traffic },
  dedicated: { to: '/dash/dedicated/', name: texts.toAddresses },
} as const;

type Product = keyof typeof back;

/** Replaces the order form of a product that is not on sale. */
export function NotOnSale({ product }: { readonly product: Product }) {
  return (
    <NoOrder
      product={product}
      headline={texts.notOnSaleHeadlines[product]}
      explanation={texts.notOnSaleExplanation}
    />
  );
}

interface NoOrderProps {
  readonly product: Product;
  readonly headline: string;
  readonly explanation: string;
  readonly children?: ReactNode;
}

/** One column in place of an order form, because there is no order to summarise beside it. */
export function NoOrder({ product, headline, explanation, children }: NoOrderProps) {
  const { to, name } = back[product];
  return (
    <>
      <ConfirmLayout>
        <section className="flex flex-col items-stretch gap-8">
          <Headline explanation={explanation}>{headline}</Headline>
          {children}
          <Link
            to={to}
            className={`${buttonClasses(children === undefined ? 'primary' : 'secondary')} self-start`}
          >
            {name}
          </Link>
        </section>
      </ConfirmLayout>
      <LazySupportChat />
    </>
  );
}
