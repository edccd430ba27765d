import type { Metrics } from '@comet/observability';
import type { Authentication } from '../../platform/http/authentication/caller.ts';
import {
  authenticateMachine,
  type AuthenticationDeps,
  type CountAlert,
  credentialAlerts,
} from '../../platform/machine-credentials/index.ts';
import { recordExitSource } from './exit-addresses.store.ts';

type Unusual = 'two_addresses';

/** Returns the counter of suspicious uses of exits' credentials: refused ones, and one credential used from `two_addresses`. */
export const exitAlerts = (metrics: Metrics): CountAlert<Unusual> =>
  credentialAlerts(metrics, 'exit', ['two_addresses']);

/** A residential line may get another address at any time; only alternating use of two raises an alert. */
export function authenticateExit(deps: AuthenticationDeps<Unusual>): Authentication['exit'] {
  return authenticateMachine('exit', deps, async ({ id }, source, now) =>
    (await recordExitSource(deps.db, id, source, now)) ? 'two_addresses' : null,
  );
}
