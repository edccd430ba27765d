import type { Metrics } from '@comet/observability';
import type { Authentication } from '../../platform/http/authentication/caller.ts';
import {
  authenticateMachine,
  type AuthenticationDeps,
  type CountAlert,
  credentialAlerts,
} from '../../platform/machine-credentials/index.ts';
import { recordSource } from './credentials.store.ts';

type Unusual = 'new_address';

/** Returns the counter of suspicious uses of gateways' credentials: refused ones, and uses from a `new_address`. */
export const gatewayAlerts = (metrics: Metrics): CountAlert<Unusual> =>
  credentialAlerts(metrics, 'gateway', ['new_address']);

/** A gateway rarely changes its address: each new one raises one alert. */
export function authenticateGateway(deps: AuthenticationDeps<Unusual>): Authentication['gateway'] {
  return authenticateMachine('gateway', deps, async ({ id, isKnownSource }, source, now) =>
    !isKnownSource && (await recordSource(deps.db, id, source, now)) ? 'new_address' : null,
  );
}
