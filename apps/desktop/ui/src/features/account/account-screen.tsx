import { say, unverifiedTexts } from '@comet/texts';
import { accountTexts } from '@comet/texts/desktop';
import type { ResultOf, Snapshot } from '@comet/tunnel-protocol';
import { Banner, Complaint, LinkAction, Row, Rows } from '@comet/ui';
import { useAnswer } from '../../platform/daemon/index.ts';
import { useDashboard } from '../dashboard/index.ts';
import { Fetched } from '../fetched/index.ts';
import { ScreenFrame, useNavigation } from '../navigation/index.ts';
import { accountView } from './account-view.ts';
import { DevicesPart } from './devices-part.tsx';
import { SignOut } from './sign-out.tsx';

/** Who is signed in, what the plan allows, which machines there are, and the end of it all. */
export function AccountScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const answer = useAnswer('account');
  const state = answer.value === null ? null : accountView(answer.value).state;
  return (
    <ScreenFrame title={state ?? accountTexts.title}>
      <Fetched
        answer={answer}
        loading={accountTexts.loading}
        unavailable={(why) => say(accountTexts.unavailable, { why })}
      >
        {(account) => <Known account={account} />}
      </Fetched>
      <SignOut snapshot={snapshot} />
    </ScreenFrame>
  );
}

function Known({ account }: { readonly account: ResultOf<'account'> }) {
  const { open } = useNavigation();
  const dashboard = useDashboard();
  const view = accountView(account);
  const [plan, ...others] = view.rows;
  return (
    <>
      <p className="m-0 text-quiet">{view.allows}</p>
      {!account.emailVerified && (
        <Banner tone="warn" title={unverifiedTexts.title}>
          {say(unverifiedTexts.explanation, { email: account.email })}
        </Banner>
      )}
      <Complaint>{dashboard.failure}</Complaint>
      <Rows>
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
      <DevicesPart />
    </>
  );
}
