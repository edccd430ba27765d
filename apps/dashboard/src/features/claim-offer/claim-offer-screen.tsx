import type { ReplyOf } from '@comet/contract';
import { claimOfferTexts, errorText, formatDay, formatMoney, formatText } from '@comet/texts';
import { buttonClasses, Headline, linkActionClasses, Row, Rows, TextField } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api, read } from '../../platform/data/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import { couponCode } from '../checkout/index.ts';
import { LinkFailure } from '../link-failure/index.ts';
import { ConfirmLayout, Loading, useDocumentTitle } from '../shell/index.ts';
import { formatMonths, type Plan, plansQuery } from '../subscription/index.ts';

type Coupon = ReplyOf<typeof api.showCoupon>['coupon'];

/** Target of a coupon's link: the offer, and a link to the plans with it, signed in or not. */
export default function ClaimOfferScreen() {
  useDocumentTitle(claimOfferTexts.screen);
  const { code } = useSearch({ from: '/data/claim-offer' });
  return (
    <ConfirmLayout>
      {code === undefined ? <Closed reason={claimOfferTexts.noCode} /> : <Offer key={code} code={code} />}
    </ConfirmLayout>
  );
}

function Offer({ code }: { readonly code: string }) {
  const { data: coupon, error } = useQuery({
    queryKey: ['coupon', code],
    queryFn: async ({ signal }) =>
      (await read(api.showCoupon, { params: { code: couponCode(code) }, signal })).coupon,
  });
  const plans = useQuery(plansQuery);
  if (error !== null) return <Closed reason={errorText(error).text} />;
  if (coupon === undefined || plans.isPending) return <Loading />;
  const offered = (plans.data ?? []).filter(({ id }) => coupon.plans.includes(id));
  return (
    <div className="flex flex-col gap-9">
      <Headline explanation={whoFor(coupon, offered)}>{headline(coupon)}</Headline>
      <Rows>
        <Row term={claimOfferTexts.code}>
          <span className="font-mono">{coupon.code}</span>
        </Row>
      </Rows>
      <div className="flex flex-col items-start gap-4">
        <Link
          to="/payment/subscription"
          search={{ ...(offered[0] === undefined ? {} : { plan: offered[0].id }), coupon: coupon.code }}
          className={buttonClasses('primary')}
        >
          {claimOfferTexts.claim}
        </Link>
        <p className="m-0 text-small text-quiet">{claimOfferTexts.account}</p>
      </div>
    </div>
  );
}

function headline({ percent, amount }: Coupon): string {
  return percent === null
    ? formatText(claimOfferTexts.amountOff, { amount: amount === null ? '' : formatMoney(amount) })
    : formatText(claimOfferTexts.percentOff, { percent });
}

function whoFor(coupon: Coupon, offered: readonly Plan[]): string {
  const names = offered.map(({ months }) => formatMonths(months)).join(', ');
  return [
    names === '' ? claimOfferTexts.everyPlan : formatText(claimOfferTexts.somePlans, { plans: names }),
    coupon.firstPurchaseOnly ? claimOfferTexts.newcomers : '',
    coupon.endsAt === null ? '' : formatText(claimOfferTexts.until, { date: formatDay(coupon.endsAt) }),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Why an offer is not available, a field for another code, and the plans without one. */
function Closed({ reason }: { readonly reason: string }) {
  const navigate = useNavigate({ from: '/claim-offer' });
  const form = useForm({
    fields: { code: '' },
    checks: { code: [required] },
    onSubmit: async ({ code }) => navigate({ search: { code: code.trim() } }),
  });
  return (
    <LinkFailure headline={claimOfferTexts.closedHeadline} explanation={reason}>
      <div className="w-full max-w-105">
        <Form state={form} submit={claimOfferTexts.useCode}>
          <TextField
            label={claimOfferTexts.otherCode}
            mono
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            {...form.field('code')}
          />
        </Form>
      </div>
      <Link to="/payment/subscription" className={linkActionClasses}>
        {claimOfferTexts.seePlans}
      </Link>
    </LinkFailure>
  );
}
