import { errorCodes } from '@comet/contract';
import { isIp, ok, err, type Result } from '@comet/foundation';
import { dedicatedOf } from '../../account/dedicated-now.ts';
import { refusalOf } from '../../account/after-poll.ts';
import type { Directory } from '../../gateways/directory.ts';
import { isResidential } from '../../gateways/attempts/gateway-exit.ts';
import { matchLocation } from '../../gateways/match-location.ts';
import type { Api } from '../../platform/control-plane/api.ts';
import type { Dedicated } from '../../tunnel/state.ts';
import { fresh } from '../../tunnel/transitions.ts';
import type { RequestFailure } from '../control-channel.ts';

interface Parts {
  /** Whether a tunnel is up that a connect would give up. */
  readonly isConnected?: () => boolean;
  readonly api: Api;
  readonly directory: Directory;
}

const refused = (code: keyof typeof errorCodes): RequestFailure => ({
  error: 'api_refused',
  detail: errorCodes[code].text,
});

/** How one of the account's dedicated addresses is reached now, or what it lacks. */
export async function dedicatedGoal(
  { api, directory }: Parts,
  address: string,
  signal: AbortSignal,
): Promise<Result<Dedicated, RequestFailure>> {
  if (!isIp(address)) return err({ error: 'address_unknown', detail: null });
  const told = await api.call('listServices', { signal });
  if (!told.ok) return err(refusalOf(told.error));
  const service = told.value.services.find((one) => one.address === address && one.state === 'active');
  if (service === undefined) return err({ error: 'address_unknown', detail: null });
  if (service.stopped) return err(refused('spending_stopped'));
  const goal = dedicatedOf(service);
  if (goal === null) return err(refused('exit_unavailable'));
  const isKnown = () => directory.destinationsFor({ location: null, dedicated: goal }, fresh)?.wanted[0];
  if (isKnown() === undefined) await directory.refresh(signal);
  return isKnown() === undefined ? err(refused('exit_unavailable')) : ok(goal);
}

/**
 * What a residential location lacks for a connect: a live exit, leave to use it, or data. Null where nothing is missing, where the location is of another
 * kind, and where the API cannot tell: the connect finds out, unless it would give up a tunnel for that.
 */
export async function missingThere(
  { api, directory, isConnected = () => false }: Parts,
  location: string,
  signal: AbortSignal,
): Promise<RequestFailure | null> {
  const meant = () => {
    const all = directory.locations() ?? [];
    const codes = matchLocation(location, all);
    return all.find(({ code, type }) => codes.includes(code) && isResidential(type));
  };
  if (meant() === undefined) return null;
  const isLive = () => (directory.destinationsFor({ location }, fresh)?.wanted.length ?? 0) > 0;
  if (!isLive()) await directory.refresh(signal);
  if (!isLive()) return refused('exit_unavailable');
  const told = await api.call('showResidentialData', { signal });
  if (!told.ok) return isConnected() ? refusalOf(told.error) : null;
  if (told.value.stopped) return refused('spending_stopped');
  const isMetered = meant()?.type === 'native_residential';
  return isMetered && told.value.availableBytes <= 0 ? refused('residential_data_required') : null;
}
