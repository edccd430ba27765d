import { blockedTexts, homeTexts } from '@comet/texts/desktop';
import { isAccountRefusal, type TunnelState } from '@comet/tunnel-protocol';
import { FieldError, LinkAction } from '@comet/ui';
import { useDashboard } from '../dashboard/index.ts';
import { useNavigation } from '../navigation/index.ts';
import { reasonOf } from './home-view.ts';

/** The screens and pages where a cause can be mended. A sign-in that holds no more is ended in the account. */
const screens = {
  'sign-in': 'account',
  plans: 'plans',
  locations: 'locations',
  devices: 'account',
  protocol: 'protocol',
  settings: 'settings',
} as const;

/** While there is no tunnel though one was asked for: what to do about it, and the way there. */
export function NextStep({ tunnel }: { readonly tunnel: TunnelState }) {
  const navigation = useNavigation();
  const dashboard = useDashboard();
  const reason = reasonOf(tunnel);
  if (reason === null) return null;
  const { next, step, stepLabel } = blockedTexts(reason);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-4">
      <p className="m-0 text-small text-quiet">
        {next}
        {tunnel.state === 'error' && tunnel.blocking && isAccountRefusal(reason)
          ? ` ${homeTexts.dashboardOpens}`
          : null}
      </p>
      {step !== null && (
        <LinkAction
          disabled={dashboard.opening}
          onClick={() =>
            step === 'residential-data' || step === 'dedicated'
              ? dashboard.open(step)
              : navigation.open(screens[step])
          }
        >
          {stepLabel}
        </LinkAction>
      )}
      <FieldError>{dashboard.failure}</FieldError>
    </div>
  );
}
