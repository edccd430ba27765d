import { legalTexts, navigationTexts as texts, shellTexts } from '@comet/texts';
import { Icon } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { userQuery } from '../account/index.ts';
import { planChip, subscriptionQuery } from '../subscription/index.ts';
import { LegalSentence } from './legal.tsx';
import { LogOutButton } from './log-out-button.tsx';

/**
 * The account at the bottom of the sidebar: its email and plan. When open, it also shows the legal pages and
 * the sign-out button.
 */
export function AccountMenu() {
  const id = useId();
  return (
    <div>
      <button
        type="button"
        popoverTarget={id}
        className="flex w-full items-center gap-2 rounded-control border border-transparent bg-transparent px-2.5 py-2 text-left text-ink transition-colors hover:bg-raised"
      >
        <span className="sr-only">{texts.accountMenu}</span>
        <AccountSummary />
        <span className="ml-auto text-quiet">
          <Icon name="chevrons-up-down" />
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        className="inset-auto bottom-22 left-3 m-0 w-64 rounded-control border border-line bg-raised p-0 text-ink"
      >
        <div className="flex flex-col gap-2 p-4">
          <p className="m-0 text-small font-medium wrap-anywhere">
            <WholeEmail />
          </p>
          <AccountActions />
        </div>
      </div>
    </div>
  );
}

/** The account in the phone menu, where it is always open. */
export function AccountPart() {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <div className="flex items-center gap-3 px-2.5">
        <AccountSummary isWhole />
      </div>
      <div className="flex flex-col gap-2 px-2.5">
        <AccountActions />
      </div>
    </div>
  );
}

interface AccountSummaryProps {
  /** Whether a long email address has several lines instead of being cut off. */
  readonly isWhole?: boolean;
}

function AccountSummary({ isWhole = false }: AccountSummaryProps) {
  const { data: user } = useQuery(userQuery);
  const { data: subscription } = useQuery(subscriptionQuery);
  const email = user?.email ?? '';
  return (
    <>
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-warm text-small font-semibold text-comet"
      >
        {email.slice(0, 1).toUpperCase()}
      </span>
      <span className="flex min-w-0 flex-col">
        {isWhole ? (
          <span className="text-small font-semibold wrap-anywhere">
            <WholeEmail />
          </span>
        ) : (
          <span className="truncate text-[0.8125rem] font-semibold" title={email}>
            {email}
          </span>
        )}
        {/* Its space is always reserved, so that nothing moves when the plan is loaded. */}
        <span className="text-[0.8125rem] text-quiet">
          {subscription === undefined ? '\u00a0' : planChip(subscription)}
        </span>
      </span>
    </>
  );
}

/** The email address, which breaks before its domain if it is long. */
function WholeEmail() {
  const { data: user } = useQuery(userQuery);
  const [name, domain] = (user?.email ?? '').split(/(?=@[^@]*$)/);
  return (
    <>
      {name}
      <wbr />
      {domain}
    </>
  );
}

function AccountActions() {
  return (
    <>
      <p className="m-0 flex gap-4 text-small">
        <LegalSentence>{legalTexts.pages}</LegalSentence>
      </p>
      <p className="m-0">
        <LogOutButton label={shellTexts.signOut} />
      </p>
    </>
  );
}
