import { referralTexts as texts, formatDay } from '@comet/texts';
import { Headline, Subhead, TextField, useNotify, Button, LinkAction, Row, Rows } from '@comet/ui';
import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query';
import { useDocumentTitle } from '../shell/index.ts';
import { referralQuery } from './referral.ts';
import { api, call } from '../../platform/data/api.ts';
import { Form, required, useForm } from '../../platform/form/index.ts';
import type { ReplyOf } from '@comet/contract';
import { QrCode } from '@comet/ui/qr-code';
import { useCopy } from '../../platform/screen/use-copy.ts';

/** The referral link, its benefit for a friend, and the rewards so far. */
export default function ReferFriendScreen() {
  useDocumentTitle(texts.screen);
  const { data: referral } = useSuspenseQuery(referralQuery);
  return (
    <div className="flex flex-col gap-12">
      <div className="flex flex-col gap-8">
        <Headline explanation={texts.explanation}>{texts.headline}</Headline>
        <ReferralStatistics referral={referral} />
      </div>
      <section className="flex flex-col gap-5">
        <Subhead>{texts.shareHeadline}</Subhead>
        <ShareLink code={referral.code} link={referral.link} />
      </section>
      {referral.canClaim && (
        <section className="flex flex-col gap-5">
          <Subhead>{texts.claimHeadline}</Subhead>
          <ClaimForm />
        </section>
      )}
    </div>
  );
}

/** Claims a friend's referral code while the account is eligible. */
function ClaimForm() {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const form = useForm({
    fields: { code: '' },
    checks: { code: [required] },
    onSubmit: async ({ code }) => {
      await call(api.claimReferral, { body: { code } });
      notify(texts.claimed, { id: 'referral' });
      await queryClient.invalidateQueries(referralQuery);
    },
    codes: { referral_code_unknown: 'code', referral_own_code: 'code' },
  });
  return (
    <div className="w-full max-w-105">
      <Form state={form} submit={texts.claim}>
        <TextField
          label={texts.claimField}
          hint={texts.claimExplanation}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('code')}
        />
      </Form>
    </div>
  );
}

type Referral = ReplyOf<typeof api.showReferral>['referral'];

/** Three large figures. */
function ReferralStatistics({ referral }: { readonly referral: Referral }) {
  const { extraDaysAdded, pendingDays, activeUntil } = referral;
  return (
    <div className="flex flex-col gap-2">
      <dl className="m-0 grid grid-cols-2 gap-x-6 border-y border-line lg:grid-cols-[1fr_1fr_2fr]">
        <Statistic term={texts.added}>{extraDaysAdded}</Statistic>
        <Statistic term={texts.pending}>{pendingDays}</Statistic>
        <Statistic term={texts.activeUntil} wide>
          {activeUntil === null ? texts.notActive : formatDay(activeUntil)}
        </Statistic>
      </dl>
      {pendingDays > 0 && <p className="m-0 text-small text-quiet">{texts.pendingMeaning}</p>}
    </div>
  );
}

interface StatisticProps {
  readonly term: string;
  readonly children: React.ReactNode;
  /** A date: on a separate line on phones, and not in the font of figures. */
  readonly wide?: boolean;
}

function Statistic({ term, children, wide = false }: StatisticProps) {
  const column = wide ? 'col-span-2 border-t border-line lg:col-span-1 lg:border-t-0' : '';
  return (
    <div className={`flex flex-col gap-1 py-4 ${column}`}>
      <dt className="text-small text-quiet">{term}</dt>
      <dd className={`m-0 text-lead tabular-nums ${wide ? '' : 'font-mono'}`}>{children}</dd>
    </div>
  );
}

interface ShareLinkProps {
  readonly code: string;
  readonly link: string;
}

/** The link as text with a copy button, a share button, and a QR code. */
function ShareLink({ code, link }: ShareLinkProps) {
  const copy = useCopy();
  const share = useShare({ link, otherwise: () => copy(link, texts.linkCopied) });
  return (
    <div className="flex flex-col items-start gap-7">
      <div className="w-full">
        <Rows>
          <Row
            term={texts.link}
            action={
              <LinkAction onClick={() => void copy(link, texts.linkCopied)}>{texts.copyLink}</LinkAction>
            }
          >
            <span className="font-mono text-small">
              {link.slice(0, -code.length)}
              <wbr />
              <span className="inline-block">{link.slice(-code.length)}</span>
            </span>
          </Row>
          <Row
            term={texts.code}
            action={
              <LinkAction onClick={() => void copy(code, texts.codeCopied)}>{texts.copyCode}</LinkAction>
            }
          >
            <span className="font-mono">{code}</span>
          </Row>
        </Rows>
      </div>
      <Button onClick={() => void share()}>{texts.share}</Button>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <QrCode label={texts.qrCode} text={link} />
        <p className="m-0 max-w-64 text-small text-quiet">{texts.qrExplanation}</p>
      </div>
    </div>
  );
}

/** Opens the device's share dialog (Web Share API); copies the link in a browser without it. */
function useShare({ link, otherwise }: { readonly link: string; readonly otherwise: () => Promise<void> }) {
  return async () => {
    if (!('share' in navigator)) return otherwise();
    try {
      await navigator.share({ title: texts.headline, text: texts.shareText, url: link });
    } catch (error) {
      // The user closed the dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await otherwise();
    }
  };
}
