import { shellTexts } from '@comet/texts/desktop';
import { followTheme, NotificationBar, Logo } from '@comet/ui';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { NavigationProvider, type Screen, useNavigation } from './features/navigation/index.ts';
import { type Daemon, DaemonProvider, useSnapshot } from './platform/daemon/index.ts';
import { followKeyboard } from './platform/focus/index.ts';
import { type Shell, ShellProvider } from './platform/shell/index.ts';
import type { Snapshot } from '@comet/tunnel-protocol';
import { AccountScreen } from './features/account/index.ts';
import { CheckScreen, ReportScreen } from './features/diagnosis/index.ts';
import { HomeScreen } from './features/home/index.ts';
import { ExitDialog, useLeaving } from './features/quit/index.ts';
import { type Link, LinkDialog, useLink } from './features/links/index.ts';
import { LocationsScreen } from './features/locations/index.ts';
import { OnboardingCards, useOnboarding } from './features/onboarding/index.ts';
import { optionScreens } from './features/options/index.ts';
import { PlansScreen } from './features/plans/index.ts';
import { ReferralScreen } from './features/referral/index.ts';
import { SettingsFileScreen, SettingsScreen } from './features/settings/index.ts';
import { DaemonUnavailableScreen } from './features/shell/index.ts';
import { SignInFlow } from './features/sign-in/index.ts';
import { StatisticsScreen, useBudgetAlert } from './features/statistics/index.ts';
import { useTray } from './features/tray/index.ts';
import { UpdateHint, UpdateScreen } from './features/update/index.ts';

/** Renders the app with this daemon, this shell and this open screen. */
export function renderApp(daemon: Daemon, shell: Shell, first: Screen = 'home'): void {
  followTheme();
  followKeyboard();
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no #root');
  createRoot(place).render(
    <StrictMode>
      <DaemonProvider daemon={daemon}>
        <ShellProvider shell={shell}>
          <NotificationBar label={shellTexts.notifications} closeLabel={shellTexts.close}>
            <NavigationProvider first={first}>
              <App />
            </NavigationProvider>
          </NotificationBar>
        </ShellProvider>
      </DaemonProvider>
    </StrictMode>,
  );
}

/** The window: one screen, selected by the snapshot, the introduction and the navigation. */
function App() {
  const snapshot = useSnapshot();
  const leaving = useLeaving(snapshot);
  useTray(snapshot, leaving.quit);
  useBudgetAlert(snapshot);
  const { link, clearLink } = useLink();
  const { open } = useNavigation();
  const onboarding = useOnboarding(snapshot);
  const { step } = onboarding;
  const cards = (actions: { readonly onSignIn: () => void; readonly onRegister: () => void }) =>
    !!snapshot &&
    step !== null && (
      <OnboardingCards
        snapshot={snapshot}
        onboarding={onboarding}
        step={step}
        onChoose={() => {
          onboarding.skip();
          open('locations');
        }}
        {...actions}
      />
    );
  return (
    <div className="flex h-full flex-col">
      {snapshot === null && <DaemonUnavailableScreen />}
      {snapshot?.account === null && (
        <SignInFlow
          snapshot={snapshot}
          intro={step === null ? null : cards}
          wanted={link?.kind === 'sign-in'}
          onWanted={clearLink}
        />
      )}
      {!!snapshot?.account &&
        (step === null ? (
          <OpenScreen snapshot={snapshot} link={link} onLinkHandled={clearLink} />
        ) : (
          cards({ onSignIn: onboarding.next, onRegister: onboarding.next })
        ))}
      <ExitDialog open={leaving.asking} snapshot={snapshot} onClose={leaving.stay} />
    </div>
  );
}

interface OpenScreenProps {
  readonly snapshot: Snapshot;
  /** Executes the action of an opened link. */
  readonly link: Link | null;
  readonly onLinkHandled: () => void;
}

function OpenScreen({ snapshot, link, onLinkHandled }: OpenScreenProps) {
  const { open, home } = useNavigation();
  const asksToSignIn = link?.kind === 'sign-in';
  const shown = link?.kind === 'screen' ? link.screen : null;
  useEffect(() => {
    if (shown !== null) open(shown);
    if (shown !== null || asksToSignIn) onLinkHandled();
  }, [shown, asksToSignIn, open, onLinkHandled]);
  return (
    <>
      <TopScreen snapshot={snapshot} />
      {link?.kind === 'connect' && (
        <LinkDialog
          location={link.location}
          snapshot={snapshot}
          onClose={(agreed) => {
            onLinkHandled();
            if (agreed) home();
          }}
        />
      )}
    </>
  );
}

function TopScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { screen, open } = useNavigation();
  if (screen === 'settings') return <SettingsScreen snapshot={snapshot} />;
  if (screen === 'locations') return <LocationsScreen snapshot={snapshot} />;
  if (screen === 'settings-file') return <SettingsFileScreen />;
  if (screen === 'check') return <CheckScreen />;
  if (screen === 'report') return <ReportScreen />;
  const Option = optionScreens[screen];
  if (Option !== undefined) return <Option snapshot={snapshot} />;
  if (screen === 'account') return <AccountScreen snapshot={snapshot} />;
  if (screen === 'plans') return <PlansScreen />;
  if (screen === 'referral') return <ReferralScreen />;
  if (screen === 'update') return <UpdateScreen />;
  if (screen === 'statistics') return <StatisticsScreen snapshot={snapshot} />;
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-center justify-between gap-x-5 px-5 pt-3">
        <Logo name={shellTexts.name} />
        <span className="flex flex-wrap items-center gap-x-5 text-small">
          <UpdateHint />
          <button
            type="button"
            onClick={() => open('settings')}
            className="min-h-11 border-0 bg-transparent px-0 text-small text-quiet underline-offset-4 hover:text-ink hover:underline"
          >
            {shellTexts.settings}
          </button>
        </span>
      </header>
      <HomeScreen snapshot={snapshot} onOpen={open} />
    </>
  );
}
