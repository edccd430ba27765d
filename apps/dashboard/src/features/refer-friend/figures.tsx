import type { ReplyOf } from '@comet/contract';
import { formatDay, referralTexts as texts } from '@comet/texts';
import type { api } from '../../platform/api.ts';

type Referral = ReplyOf<typeof api.showReferral>['referral'];

/** Three figures, set like instruments. */
export function Figures({ referral }: { readonly referral: Referral }) {
  const { extraDaysAdded, pendingDays, activeUntil } = referral;
  return (
    <div className="flex flex-col gap-2">
      <dl className="m-0 grid grid-cols-2 gap-x-6 border-y border-line lg:grid-cols-[1fr_1fr_2fr]">
        <Figure term={texts.added}>{extraDaysAdded}</Figure>
        <Figure term={texts.pending}>{pendingDays}</Figure>
        <Figure term={texts.activeUntil} wide>
          {activeUntil === null ? texts.notActive : formatDay(activeUntil)}
        </Figure>
      </dl>
      {pendingDays > 0 && <p className="m-0 text-small text-quiet">{texts.pendingMeaning}</p>}
    </div>
  );
}

interface FigureProps {
  readonly term: string;
  readonly children: React.ReactNode;
  /** On a phone it stands on a line of its own. */
  readonly wide?: boolean;
}

function Figure({ term, children, wide = false }: FigureProps) {
  const place = wide ? 'col-span-2 border-t border-line lg:col-span-1 lg:border-t-0' : '';
  return (
    <div className={`flex flex-col gap-1 py-4 ${place}`}>
      <dt className="text-small text-quiet">{term}</dt>
      <dd className="m-0 font-mono text-lead tabular-nums">{children}</dd>
    </div>
  );
}
