import { formatText, unverifiedTexts, formatDay, homeTexts, plural } from '@comet/texts';
import { accountTexts, failureText, signOutTexts } from '@comet/texts/desktop';
import type { ResultOf, Snapshot, ParamsOf } from '@comet/tunnel-protocol';
import { Banner, FieldError, LinkAction, Row, Rows, Button, Dialog } from '@comet/ui';
import { useState } from 'react';
import { useDaemonQuery, useDaemon } from '../../platform/daemon/index.ts';
import { useDashboard } from '../dashboard/index.ts';
import { QueryResult } from '../query-result/index.ts';
import { ScreenFrame, useNavigation } from '../navigation/index.ts';
import { DevicesSection } from './devices-section.tsx';

/** The sign-out button with its confirmation. */
function SignOut({ snapshot }: { readonly snapshot: Snapshot }) {
  const daemon = useDaemon();
  const { home } = useNavigation();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { explanation, choices } = signOutQuestion(snapshot);

  async function signOut(traffic: ParamsOf<'logout'>['traffic']): Promise<void> {
    setBusy(true);
    setFailure(null);
    const done = await daemon.send('logout', traffic === undefined ? {} : { traffic });
    setBusy(false);
    // The next sign-in starts on the home screen.
    if (done.ok) home();
    else setFailure(failureText(done.error.error, done.error.detail));
  }

  return (
    <>
      <div>
        <Button weight="secondary" onClick={() => setAsking(true)}>
          {signOutTexts.signOut}
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={signOutTexts.title}
        explanation={explanation}
        actions={
          <div className="flex w-full flex-col gap-3">
            <FieldError>{failure}</FieldError>
            {choices.map(({ label, traffic }, place) => (
              <Button
                key={label}
                wide
                weight={place === 0 ? 'primary' : 'secondary'}
                busy={busy}
                onClick={() => void signOut(traffic)}
              >
                {label}
              </Button>
            ))}
            <Button wide weight="secondary" onClick={() => setAsking(false)}>
              {signOutTexts.cancel}
            </Button>
          </div>
        }
      />
    </>
  );
}

interface SignOutQuestion {
  readonly explanation: string;
  /** The options, the safest one first. */
  readonly choices: readonly { readonly label: string; readonly traffic: ParamsOf<'logout'>['traffic'] }[];
}

/** The confirmation of a sign-out, with a choice about the traffic if there is one. */
export function signOutQuestion({
  tunnel,
  settings,
}: Pick<Snapshot, 'tunnel' | 'settings'>): SignOutQuestion {
  const plain = [{ label: signOutTexts.signOut, traffic: undefined }];
  if (settings.lockdown) return { explanation: signOutTexts.lockedDown, choices: plain };
  if (tunnel.state === 'disconnected') return { explanation: signOutTexts.plain, choices: plain };
  const open = { label: signOutTexts.open, traffic: 'open' } as const;
  // Lockdown is refused while most traffic is outside the tunnel by the user's settings.
  if (settings.splitTunnel.mode === 'include') return { explanation: signOutTexts.include, choices: [open] };
  return {
    explanation: signOutTexts.choose,
    choices: [{ label: signOutTexts.held, traffic: 'held' }, open],
  };
}

/** The signed-in account, its plan, its devices, and the sign-out. */
export function AccountScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const query = useDaemonQuery('account');
  return (
    <ScreenFrame title={accountTexts.title}>
      <QueryResult
        query={query}
        loading={accountTexts.loading}
        unavailable={(why) => formatText(accountTexts.unavailable, { why })}
      >
        {(account) => <AccountDetails account={account} />}
      </QueryResult>
      <SignOut snapshot={snapshot} />
    </ScreenFrame>
  );
}

function AccountDetails({ account }: { readonly account: ResultOf<'account'> }) {
  const { open } = useNavigation();
  const dashboard = useDashboard();
  const view = accountView(account);
  const [plan, ...others] = view.rows;
  return (
    <>
      <p className="m-0 text-quiet">{view.allows}</p>
      {!account.emailVerified && (
        <Banner tone="warn" title={unverifiedTexts.title}>
          {formatText(unverifiedTexts.explanation, { email: account.email })}
        </Banner>
      )}
      <FieldError>{dashboard.failure}</FieldError>
      <Rows>
        <Row term={accountTexts.status}>{view.state}</Row>
        {plan !== undefined && (
          <Row
            term={plan.term}
            action={
              view.needsPlan && (
                <LinkAction onClick={() => open('plans')}>{accountTexts.choosePlan}</LinkAction>
              )
            }
          >
            {plan.value}
          </Row>
        )}
        {others.map(({ term, value }) => (
          <Row key={term} term={term}>
            {value}
          </Row>
        ))}
        <Row
          term={accountTexts.email}
          action={
            <LinkAction disabled={dashboard.opening} onClick={() => dashboard.open('home')}>
              {accountTexts.dashboard}
            </LinkAction>
          }
        >
          <span className="select-text">{account.email}</span>
        </Row>
        <Row
          term={accountTexts.referral}
          action={<LinkAction onClick={() => open('referral')}>{accountTexts.openReferral}</LinkAction>}
        >
          {accountTexts.referralHint}
        </Row>
      </Rows>
      <DevicesSection />
    </>
  );
}

interface AccountView {
  readonly state: string;
  /** Whether the account can connect in its state. */
  readonly allows: string;
  /** Whether a plan has to be chosen next; otherwise the plan is managed in the dashboard. */
  readonly needsPlan: boolean;
  /** Terms and values of the plan. */
  readonly rows: readonly { readonly term: string; readonly value: string }[];
}

/** Describes an account's state for the user. */
export function accountView(account: ResultOf<'account'>): AccountView {
  const { status, plan, activeUntil, renews, source, subscription } = account;
  const owing = status === 'active' && subscription?.state === 'past_due';
  const months =
    plan === null ? null : formatText(plural(plan.months, homeTexts.months), { count: plan.months });
  return {
    state: accountTexts.states[status],
    allows: owing ? accountTexts.paymentDue : accountTexts.allows[status],
    needsPlan: status === 'inactive',
    rows: [
      { term: accountTexts.plan, value: months ?? accountTexts.noPlan },
      ...(activeUntil === null
        ? []
        : [
            {
              term: renews && !owing ? accountTexts.renewsOn : accountTexts.endsOn,
              value: formatDay(activeUntil),
            },
          ]),
      ...(source === null || source === 'web' || status === 'inactive'
        ? []
        : [{ term: accountTexts.boughtIn, value: accountTexts.stores[source] }]),
    ],
  };
}
