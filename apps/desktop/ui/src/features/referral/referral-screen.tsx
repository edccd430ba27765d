import { formatDay, referralTexts, formatText } from '@comet/texts';
import { referralScreenTexts } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';
import { LinkAction, Row, Rows } from '@comet/ui';
import type { ReactNode } from 'react';
import { useCopy } from '../../platform/clipboard/use-copy.ts';
import { useDaemonQuery } from '../../platform/daemon/index.ts';
import { QueryResult } from '../query-result/index.ts';
import { ScreenFrame } from '../navigation/index.ts';

/** The referral link, its benefits, and the earned days. */
export function ReferralScreen() {
  const query = useDaemonQuery('account.referral');
  return (
    <ScreenFrame title={referralTexts.headline}>
      <p className="m-0 text-quiet">{referralTexts.explanation}</p>
      <QueryResult
        query={query}
        loading={referralScreenTexts.loading}
        unavailable={(why) => formatText(referralScreenTexts.unavailable, { why })}
      >
        {(referral) => <Known referral={referral} />}
      </QueryResult>
    </ScreenFrame>
  );
}

function Known({ referral }: { readonly referral: ResultOf<'account.referral'> }) {
  const { code, link, friends, extraDaysAdded, pendingDays, activeUntil } = referral;
  const copy = useCopy();
  return (
    <>
      <Rows>
        <Row
          term={referralTexts.link}
          action={
            <LinkAction onClick={() => copy(link, referralTexts.linkCopied)}>
              {referralTexts.copyLink}
            </LinkAction>
          }
        >
          <span className="font-mono text-small select-text">{link}</span>
        </Row>
        <Row
          term={referralTexts.code}
          action={
            <LinkAction onClick={() => copy(code, referralTexts.codeCopied)}>
              {referralTexts.copyCode}
            </LinkAction>
          }
        >
          <span className="font-mono select-text">{code}</span>
        </Row>
      </Rows>
      <dl className="m-0 grid grid-cols-2 gap-x-6 gap-y-4 wide:grid-cols-[1fr_1fr_1fr_2fr]">
        <Figure term={referralScreenTexts.friends}>{friends}</Figure>
        <Figure term={referralTexts.added}>{extraDaysAdded}</Figure>
        <Figure term={referralTexts.pending}>{pendingDays}</Figure>
        <Figure term={referralTexts.activeUntil} isDate>
          {activeUntil === null ? referralTexts.notActive : formatDay(activeUntil)}
        </Figure>
      </dl>
      {pendingDays > 0 && <p className="m-0 text-small text-quiet">{referralTexts.pendingMeaning}</p>}
    </>
  );
}

/** A date stays on one line, also in the narrow window at 200 % zoom, and isn't in the font of figures. */
function Figure({
  term,
  isDate = false,
  children,
}: {
  readonly term: string;
  readonly isDate?: boolean;
  readonly children: ReactNode;
}) {
  const room = isDate ? 'col-span-2 max-[15rem]:[&_dd]:text-small wide:col-span-1' : '[&_dd]:font-mono';
  return (
    <div className={`flex flex-col gap-0.5 ${room}`}>
      <dt className="text-small text-quiet">{term}</dt>
      <dd className="m-0 text-lead tabular-nums">{children}</dd>
    </div>
  );
}
