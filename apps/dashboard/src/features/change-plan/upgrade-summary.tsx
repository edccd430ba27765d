import type { ReplyOf } from '@comet/contract';
import {
  errorText,
  formatDay,
  formatMoney,
  pageErrorTexts,
  formatText,
  upgradeTexts as texts,
} from '@comet/texts';
import { Banner, Button, LinkAction, Skeleton, Subhead } from '@comet/ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, ApiError, call } from '../../platform/data/api.ts';
import { newIdempotencyKey } from '../../platform/data/idempotency-key.ts';
import { PortalAction } from '../billing/index.ts';
import { orderLineText } from '../payment/index.ts';
import { LoadingNote } from '../shell/index.ts';
import { SupportLink } from '../support/index.ts';
import { type Subscription, subscriptionQuery } from '../subscription/index.ts';

type Order = ReplyOf<typeof api.draftPlanChange>['order'];

/** Fetched once: the displayed draft is the one that is confirmed. */
const draftQuery = (planId: string, visit: string) =>
  queryOptions({
    queryKey: ['plan-change', planId, visit],
    queryFn: async ({ signal }) =>
      (await call(api.draftPlanChange, { body: { planId }, idempotencyKey: visit, signal })).order,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

interface UpgradeSummaryProps {
  readonly planId: string;
  readonly subscription: Subscription;
}

/** The price of the change, and its button. */
export function UpgradeSummary({ planId, subscription }: UpgradeSummaryProps) {
  const [visit, setVisit] = useState(newIdempotencyKey);
  const draft = useQuery(draftQuery(planId, visit));
  return (
    <div className="flex flex-col gap-5 lg:sticky lg:top-24">
      <Subhead>{texts.order}</Subhead>
      {draft.data !== undefined ? (
        <>
          <Lines order={draft.data} />
          <Confirm key={draft.data.id} order={draft.data} onAgain={() => setVisit(newIdempotencyKey())} />
          <p className="m-0 text-small text-quiet">{note(draft.data, subscription)}</p>
        </>
      ) : draft.error !== null ? (
        <Banner
          tone="danger"
          urgent
          action={
            draft.error instanceof ApiError && draft.error.is('downgrade_refused') ? (
              <SupportLink text={texts.shorterRequest} />
            ) : (
              <LinkAction onClick={() => void draft.refetch()}>{pageErrorTexts.tryAgain}</LinkAction>
            )
          }
        >
          {errorText(draft.error).text}
        </Banner>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-5">
          <LoadingNote words={texts.loading} />
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
    </div>
  );
}

function Lines({ order }: { readonly order: Order }) {
  const tax = order.tax ?? { ...order.total, amount: 0 };
  const today = { ...order.total, amount: order.total.amount + tax.amount };
  return (
    <dl className="m-0 flex flex-col gap-5">
      {order.lines.map((line) => {
        const { what, amount } = orderLineText(line);
        return (
          <div key={line.kind} className="flex justify-between gap-6">
            <dt>{what}</dt>
            <dd className="m-0 text-small leading-6 tabular-nums">{amount}</dd>
          </div>
        );
      })}
      {tax.amount > 0 && (
        <div className="flex justify-between gap-6 text-quiet">
          <dt>{texts.tax}</dt>
          <dd className="m-0 text-small leading-6 tabular-nums">{formatMoney(tax)}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between gap-6 border-t border-line pt-5 text-lead font-semibold">
        <dt>{texts.today}</dt>
        <dd className="m-0 text-lead tabular-nums font-semibold">{formatMoney(today)}</dd>
      </div>
    </dl>
  );
}

interface ConfirmProps {
  readonly order: Order;
  /** A declined change cannot be retried; a new one is drafted. */
  readonly onAgain: () => void;
}

function Confirm({ order, onAgain }: ConfirmProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const confirm = useMutation({
    mutationFn: () => call(api.confirmPlanChange, { params: { id: order.id }, idempotencyKey }),
    onSuccess: async ({ order: { id } }) => {
      await queryClient.invalidateQueries(subscriptionQuery);
      await navigate({ to: '/payment/subscription/$id', params: { id }, replace: true });
    },
    // Another tab may have changed the plan: the choice is then a different one, or empty.
    onError: () => queryClient.invalidateQueries(subscriptionQuery),
  });
  const { error } = confirm;
  const isDeclined = error instanceof ApiError && error.is('payment_declined');
  // Free days may have ended since the draft, or another tab has changed the plan.
  const isOver = isDeclined || (error instanceof ApiError && error.is('order_not_payable'));
  const inTrial = order.lines.some(({ kind }) => kind === 'trial');
  const amount = formatMoney({ ...order.total, amount: order.total.amount + (order.tax?.amount ?? 0) });
  return (
    <>
      {error !== null && (
        <Banner tone="danger" urgent action={isDeclined && <PortalAction opens="card" />}>
          {errorText(error).text}
        </Banner>
      )}
      {isOver ? (
        <Button wide onClick={onAgain}>
          {pageErrorTexts.tryAgain}
        </Button>
      ) : (
        <Button wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {inTrial ? texts.confirmInTrial : formatText(texts.confirm, { amount })}
        </Button>
      )}
    </>
  );
}

function note(order: Order, { paymentMethod }: Subscription): string {
  const digits = paymentMethod?.lastDigits ?? null;
  const method =
    paymentMethod?.kind === 'paypal'
      ? texts.methodPaypal
      : digits === null
        ? texts.methodOnFile
        : formatText(texts.methodCard, { digits });
  const { renewal, total } = order;
  const amount = formatMoney(renewal?.amount ?? total);
  const inTrial = order.lines.some(({ kind }) => kind === 'trial');
  const text = formatText(inTrial ? texts.noteInTrial : texts.note, {
    method,
    amount,
    date: formatDay(renewal?.at ?? order.createdAt),
  });
  return order.lines.some(({ kind }) => kind === 'unused_time') ? `${texts.creditNote} ${text}` : text;
}
