import { formatMoney } from '@comet/foundation';
import { checkoutTexts, errorText, pageErrorTexts, unverifiedTexts } from '@comet/texts';
import { Banner, LinkAction, linkActionClasses, Skeleton, Subhead } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../platform/api.ts';
import type { Order } from '../payment/index.ts';
import { orderDraftQuery } from './order-draft.ts';
import { lineInWords, renewalInWords } from './order-lines.ts';
import { PayButton } from './pay-button.tsx';

interface OrderSummaryProps {
  readonly planId: string;
  readonly emailVerified: boolean;
}

/** Everything that will be charged, before anything is. */
export function OrderSummary({ planId, emailVerified }: OrderSummaryProps) {
  const draft = useQuery(orderDraftQuery(planId));
  return (
    <div className="mx-auto flex max-w-130 flex-col gap-5 lg:sticky lg:top-24 lg:mx-0">
      <Subhead>{checkoutTexts.order}</Subhead>
      {draft.data !== undefined ? (
        <>
          <Lines order={draft.data} />
          <PayButton order={draft.data} disabled={!emailVerified} />
          {!emailVerified && <p className="m-0 text-small text-warn">{unverifiedTexts.first}</p>}
          <p className="m-0 text-small text-quiet">{renewalInWords(draft.data)}</p>
        </>
      ) : draft.error !== null ? (
        <NoDraft error={draft.error} onTryAgain={() => void draft.refetch()} />
      ) : (
        <SummarySkeleton />
      )}
    </div>
  );
}

function Lines({ order }: { readonly order: Order }) {
  return (
    <dl className="m-0 flex flex-col gap-5">
      {order.lines.map((line, index) => {
        const { what, amount } = lineInWords(line);
        return (
          <div key={line.kind} className={`flex justify-between gap-6 ${index === 0 ? '' : 'text-quiet'}`}>
            <dt>{what}</dt>
            <dd className="m-0 font-mono text-small leading-6">{amount}</dd>
          </div>
        );
      })}
      {order.tax !== null && (
        <div className="flex justify-between gap-6 text-quiet">
          <dt>{checkoutTexts.lineTax}</dt>
          <dd className="m-0 font-mono text-small leading-6">{formatMoney(order.tax)}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between gap-6 border-t border-line pt-5 text-lead font-semibold">
        <dt>{checkoutTexts.today}</dt>
        <dd className="m-0 font-mono text-lead font-semibold">{formatMoney(order.total)}</dd>
      </div>
    </dl>
  );
}

function NoDraft({ error, onTryAgain }: { readonly error: Error; readonly onTryAgain: () => void }) {
  const subscribed = error instanceof ApiError && error.is('subscription_exists');
  return (
    <Banner
      tone={subscribed ? 'note' : 'danger'}
      urgent
      action={
        subscribed ? (
          <Link to="/dash/home/" className={linkActionClasses}>
            {checkoutTexts.toHome}
          </Link>
        ) : (
          <LinkAction onClick={onTryAgain}>{pageErrorTexts.tryAgain}</LinkAction>
        )
      }
    >
      {errorText(error).text}
    </Banner>
  );
}

/** As tall as a summary, so that the button does not move when the amounts arrive. */
function SummarySkeleton() {
  return (
    <div aria-busy="true" aria-label={checkoutTexts.order} role="status" className="flex flex-col gap-5">
      {['w-3/4', 'w-1/2', 'w-3/5'].map((width) => (
        <div key={width} className="flex h-6 items-center">
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
      <div className="flex h-12 items-end border-t border-line">
        <Skeleton className="h-6 w-full" />
      </div>
      <Skeleton className="h-12 w-full rounded-control" />
    </div>
  );
}
