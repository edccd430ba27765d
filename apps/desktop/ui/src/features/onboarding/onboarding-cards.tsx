import { formatText } from '@comet/texts';
import {
  homeTexts,
  introTexts,
  onboardingTexts as texts,
  settingsTexts,
  shellTexts,
} from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, FieldError, Icon, Logo, SwitchField } from '@comet/ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useChoices } from '../../platform/daemon/index.ts';
import { useAutostart } from '../autostart/index.ts';
import { useConnection } from '../home/index.ts';
import { type OnboardingStep, steps } from './onboarding-step.ts';
import { StepRing } from './step-ring.tsx';
import type { Onboarding } from './use-onboarding.ts';

interface OnboardingCardsProps {
  readonly snapshot: Snapshot;
  readonly onboarding: Onboarding;
  readonly step: OnboardingStep;
  readonly onSignIn: () => void;
  readonly onRegister: () => void;
  /** Opens the list of locations instead of connecting. */
  readonly onChoose: () => void;
}

/**
 * The introduction in four cards: features of the app, sign-in, protection of this computer, and the first
 * connection.
 */
export function OnboardingCards({ onboarding, step, ...props }: OnboardingCardsProps) {
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center justify-between px-5 pt-3">
        <Logo name={shellTexts.name} />
        <button
          type="button"
          onClick={onboarding.skip}
          className="min-h-11 border-0 bg-transparent px-0 text-small text-quiet underline-offset-4 hover:text-ink hover:underline"
        >
          {texts.skip}
        </button>
      </header>
      <main className="flex min-h-0 grow flex-col gap-3 overflow-y-auto px-5 pb-5 wide:flex-row wide:items-center wide:gap-12 wide:px-12">
        <div className="flex grow flex-col justify-center py-2 wide:w-1/2">
          <StepRing step={step} />
        </div>
        {/* A different key for each step, so that each card is animated. */}
        <div key={step} className="flex animate-rise flex-col gap-4 wide:w-1/2 wide:max-w-sm">
          {step === 'welcome' && <Welcome snapshot={props.snapshot} onboarding={onboarding} />}
          {step === 'account' && (
            <Account onboarding={onboarding} onSignIn={props.onSignIn} onRegister={props.onRegister} />
          )}
          {step === 'protection' && <Protection snapshot={props.snapshot} onboarding={onboarding} />}
          {step === 'connect' && <Connect snapshot={props.snapshot} onChoose={props.onChoose} />}
          {(step === 'account' || step === 'connect') && (
            <button
              type="button"
              onClick={onboarding.back}
              className="-mb-2 min-h-11 border-0 bg-transparent text-small text-quiet underline-offset-4 hover:text-ink hover:underline"
            >
              {texts.back}
            </button>
          )}
        </div>
      </main>
    </>
  );
}

/** Number and title of a card, which gets the focus, and its explanation. */
function CardHead({ step, children }: { readonly step: OnboardingStep; readonly children?: ReactNode }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-1">
      <p id={id} className="m-0 text-small text-quiet">
        {formatText(texts.step, { step: steps.indexOf(step) + 1, steps: steps.length })}
      </p>
      <h1 ref={heading} tabIndex={-1} aria-describedby={id} className="m-0 text-title outline-none">
        {texts[step].title}
      </h1>
      {children}
    </div>
  );
}

function Welcome({ snapshot, onboarding }: { readonly snapshot: Snapshot; readonly onboarding: Onboarding }) {
  const address = snapshot.seen?.ipv4 ?? snapshot.seen?.ipv6 ?? null;
  return (
    <>
      <CardHead step="welcome">
        <p className="m-0 text-quiet">{texts.welcome.explanation}</p>
      </CardHead>
      {address !== null && (
        <p className="m-0 text-quiet">
          {texts.welcome.address} <span className="font-mono text-small text-ink select-text">{address}</span>
        </p>
      )}
      <Button wide onClick={onboarding.next}>
        {texts.continue}
      </Button>
    </>
  );
}

interface AccountProps extends Pick<OnboardingCardsProps, 'onSignIn' | 'onRegister'> {
  readonly onboarding: Onboarding;
}

function Account({ onSignIn, onRegister }: AccountProps) {
  return (
    <>
      <CardHead step="account">
        <p className="m-0 text-quiet">{texts.account.explanation}</p>
      </CardHead>
      <Button wide onClick={onSignIn}>
        {introTexts.signIn}
      </Button>
      <Button wide weight="secondary" onClick={onRegister}>
        {introTexts.createAccount}
      </Button>
    </>
  );
}

/** Protections that are on by default, and those that can be turned on. */
function Protection({
  snapshot: { settings },
  onboarding,
}: {
  readonly snapshot: Snapshot;
  readonly onboarding: Onboarding;
}) {
  const { choose, failure } = useChoices();
  const [autostart, setAutostart] = useAutostart();
  const { service, serviceHint, killSwitch, killSwitchHint } = texts.protection;
  return (
    <>
      <CardHead step="protection" />
      <div className="flex flex-col divide-y divide-line rounded-control border border-line bg-raised px-4 *:py-2">
        <Fact title={service} hint={serviceHint} />
        <Fact title={killSwitch} hint={killSwitchHint} />
        <SwitchField
          label={settingsTexts.autoConnect}
          hint={settingsTexts.autoConnectHint}
          checked={settings.autoConnect}
          onChange={(on) => choose('auto-connect.set', { on })}
        />
        <SwitchField
          label={settingsTexts.autostart}
          hint={settingsTexts.autostartHint}
          checked={autostart}
          onChange={setAutostart}
        />
      </div>
      <FieldError>{failure}</FieldError>
      <Button wide onClick={onboarding.next}>
        {texts.continue}
      </Button>
    </>
  );
}

function Fact({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <p className="m-0 flex gap-3">
      <span className="mt-1 text-safe">
        <Icon name="check" />
      </span>
      <span className="flex flex-col">
        <span>{title}</span>
        <span className="text-small text-quiet">{hint}</span>
      </span>
    </p>
  );
}

function Connect({ snapshot, onChoose }: Pick<OnboardingCardsProps, 'snapshot' | 'onChoose'>) {
  const connection = useConnection();
  const place = snapshot.next?.place;
  return (
    <>
      <CardHead step="connect">
        <p className="m-0 text-quiet">
          {place === undefined
            ? texts.connect.nearest
            : formatText(texts.connect.place, { city: place.city, country: place.countryName })}
        </p>
      </CardHead>
      <FieldError>{connection.failure}</FieldError>
      <Button wide onClick={connection.connect}>
        {homeTexts.connect}
      </Button>
      <Button wide weight="secondary" onClick={onChoose}>
        {texts.connect.choose}
      </Button>
    </>
  );
}
