import {
  checkoutTexts,
  firstDeviceTexts,
  formatDay,
  formatMoney,
  paymentTexts as texts,
  platformNames,
  residentialDataTexts,
  formatText,
} from '@comet/texts';
import { buttonClasses, Card, CodeBlock, linkActionClasses, Row, Rows, Subhead } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FirstAddressUse } from '../dedicated/index.ts';
import { ConnectMachine } from '../devices/index.ts';
import { GetCometButton, detectDevice, isAppPublished } from '../get-comet/index.ts';
import { ReceiptRow } from '../receipt/index.ts';
import { FirstProxyRequest } from '../residential-proxy/index.ts';
import { FailedPart } from '../shell/index.ts';
import { type Subscription, subscriptionQuery } from '../subscription/index.ts';
import { SupportLink } from '../support/index.ts';
import { boughtAddress, isForPlan } from './order-address.ts';
import type { Order } from './order.ts';
import { purchaseRows } from './purchase-rows.ts';

/** A paid order: its contents, its receipt, and the next step. */
export function CompletedOrder({ order }: { readonly order: Order }) {
  const subscriptionRead = useQuery(subscriptionQuery);
  const subscription = subscriptionRead.data;
  const rows = purchaseRows(order, subscription);
  return (
    <>
      {isForPlan(order) && <NextDevice />}
      {rows === null ? (
        <FailedPart reads={[subscriptionRead]} />
      ) : (
        <Rows>
          {rows.map(([term, value]) => (
            <Row key={term} term={term}>
              {value}
            </Row>
          ))}
          {order.total.amount === 0 ? (
            <Row term={checkoutTexts.today}>{formatMoney(order.total)}</Row>
          ) : (
            <ReceiptRow orderId={order.id} />
          )}
        </Rows>
      )}
      {isForPlan(order) ? <ConnectMachine /> : <NextUse order={order} />}
    </>
  );
}

/** The sentence about a paid order, and what it has added. The end of a plan is that of the account. */
export function completedText(
  { item, renewal, returned, method }: Pick<Order, 'item' | 'renewal' | 'returned' | 'method'>,
  subscription: Pick<Subscription, 'state' | 'planId' | 'activeUntil'> | null | undefined,
): { readonly headline: string; readonly explanation: string } {
  if (returned !== null) return returnedText(returned, method);
  const headline = texts.paidHeadline;
  switch (item.kind) {
    case 'subscription': {
      // Until the account has the plan.
      if (subscription?.planId !== item.planId)
        return { headline: texts.inHeadline, explanation: texts.paid };
      const date = formatDay(subscription.activeUntil);
      const until = subscription.state === 'trialing' ? texts.inFreeUntil : texts.inUntil;
      return { headline: formatText(until, { date }), explanation: texts.paid };
    }
    case 'plan_change':
      if (item.startsAt === undefined || renewal === null)
        return { headline, explanation: texts.paidPlanChange };
      return {
        headline: texts.planChangedHeadline,
        explanation: formatText(texts.planChangedLater, {
          amount: formatMoney(renewal.amount),
          date: formatDay(renewal.at),
        }),
      };
    case 'residential_data':
    case 'proxy_traffic': {
      const isUsable = item.kind === 'proxy_traffic' || isAppPublished();
      const paid = isUsable ? texts.paidGigabytes : texts.paidGigabytesWithoutApp;
      return { headline, explanation: formatText(paid, { gigabytes: item.gigabytes }) };
    }
    case 'dedicated_ip':
      return { headline, explanation: texts.paidDedicatedIp };
    case 'dedicated_ip_extension':
      return { headline, explanation: texts.paidExtension };
  }
}

/** The sentence about a payment that gave no plan. A trial had no payment. */
export function returnedText(
  { reason, refund, amount }: NonNullable<Order['returned']>,
  method: Order['method'],
): { readonly headline: string; readonly explanation: string } {
  if (amount.amount === 0) return { headline: texts.secondTrialHeadline, explanation: texts.secondTrial };
  const values = { amount: formatMoney(amount) };
  const why = formatText(texts.returning[reason], values);
  switch (refund) {
    case 'requested': {
      const how = method === 'crypto' ? texts.returningCrypto : texts.returningCard;
      return { headline: texts.returningHeadline, explanation: `${why} ${how}` };
    }
    case 'pending':
      return { headline: texts.returningHeadline, explanation: `${why} ${texts.returningReviewed}` };
    case 'declined':
      return {
        headline: formatText(texts.returnDeclinedHeadline, values),
        explanation: `${why} ${texts.returnDeclined}`,
      };
    case 'done':
      return { headline: texts.refundedHeadline, explanation: formatText(texts.returned[reason], values) };
  }
}

/** Links to the app or to a config for the device that displays the page. */
function NextDevice() {
  const { platform } = detectDevice();
  return (
    <Card>
      <div className="flex flex-col items-start gap-3">
        <p className="m-0 text-small text-quiet">
          {formatText(firstDeviceTexts.thisDevice, { platform: platformNames[platform] })}
        </p>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
          <GetCometButton />
          <Link to="/dash/home/" className={linkActionClasses}>
            {texts.toHome}
          </Link>
        </div>
      </div>
    </Card>
  );
}

/** The link to the page of a product other than a plan, and its first use. */
function NextUse({ order }: { readonly order: Order }) {
  const { item } = order;
  if ('planId' in item) return null;
  return (
    <>
      {/* First, so that it keeps its place when the first use is loaded. */}
      <Link to="." href={boughtAddress(order)} className={`${buttonClasses('primary')} self-start`}>
        {texts.toBought[item.kind]}
      </Link>
      <section className="flex flex-col gap-4">
        <Subhead>{texts.nextCommand}</Subhead>
        <FirstUse order={order} />
      </section>
    </>
  );
}

/** The data needs the app, which the operator does not publish. */
function WithoutApp() {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="m-0 text-quiet">{texts.nextDataWithoutApp}</p>
      <SupportLink text={texts.aboutDataWithoutApp} />
    </div>
  );
}

function FirstUse({ order: { item, createdAt } }: { readonly order: Order }): ReactNode {
  switch (item.kind) {
    case 'residential_data':
      if (!isAppPublished()) return <WithoutApp />;
      return (
        <div className="flex flex-col gap-3">
          <p className="m-0 text-quiet">{texts.nextData}</p>
          <CodeBlock label={residentialDataTexts.connect}>
            {'comet locations --type native-residential'}
          </CodeBlock>
        </div>
      );
    case 'proxy_traffic':
      return <FirstProxyRequest />;
    case 'dedicated_ip':
      return (
        <FirstAddressUse
          isBought={(service) =>
            service.type === item.type && service.country === item.country && service.createdAt >= createdAt
          }
        />
      );
    case 'dedicated_ip_extension':
      return <FirstAddressUse isBought={({ id }) => id === item.serviceId} />;
    case 'subscription':
    case 'plan_change':
      return null;
  }
}
