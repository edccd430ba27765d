import { homeTexts } from '@comet/texts/desktop';
import { isAccountRefusal, type Snapshot, type TunnelState } from '@comet/tunnel-protocol';
import { FieldError, LinkAction } from '@comet/ui';
import { useDashboard } from '../dashboard/index.ts';
import { useNavigation } from '../navigation/index.ts';
import { reasonOf, remedyOf } from './home-view.ts';

/** The screen that resolves each cause. An expired sign-in is resolved on the account screen. */
const screens = {
  'sign-in': 'account',
  plans: 'plans',
  locations: 'locations',
  devices: 'account',
  protocol: 'protocol',
  settings: 'settings',
} as const;

/** What to do after a failed connect. */
export interface Remedy {
  readonly next: string;
  /** Label of the control that opens the remedy; null if there is only a sentence. */
  readonly stepLabel: string | null;
  readonly isRequired: boolean;
  readonly open: () => void;
  /** True while a page of the dashboard is being opened. */
  readonly opening: boolean;
  readonly failure: string | null;
}

/** Returns the remedy of a failed connect; null if nothing failed. */
export function useRemedy(snapshot: Snapshot): Remedy | null {
  const navigation = useNavigation();
  const dashboard = useDashboard();
  const remedy = remedyOf(snapshot);
  if (remedy === null) return null;
  const { next, step, stepLabel, isRequired = false } = remedy;
  const open = () => {
    if (step === 'residential-data' || step === 'dedicated') dashboard.open(step);
    else if (step !== null) navigation.open(screens[step]);
  };
  const { opening, failure } = dashboard;
  return { next, stepLabel, isRequired, open, opening, failure };
}

interface NextStepProps {
  readonly remedy: Remedy;
  readonly tunnel: TunnelState;
  readonly onRetry: () => void;
}

/** After a failed connect: the remedy as a sentence, and the action that is not on the main button. */
export function NextStep({ remedy, tunnel, onRetry }: NextStepProps) {
  const { next, stepLabel, isRequired, open, opening, failure } = remedy;
  const reason = reasonOf(tunnel);
  const isPaymentBlocked =
    tunnel.state === 'error' && tunnel.blocking && reason !== null && isAccountRefusal(reason);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-4">
      <p className="m-0 text-small text-quiet">
        {next}
        {isPaymentBlocked ? ` ${homeTexts.dashboardOpens}` : null}
      </p>
      {isRequired && <LinkAction onClick={onRetry}>{homeTexts.tryAgain}</LinkAction>}
      {!isRequired && stepLabel !== null && (
        <LinkAction disabled={opening} onClick={open}>
          {stepLabel}
        </LinkAction>
      )}
      <FieldError>{failure}</FieldError>
    </div>
  );
}
