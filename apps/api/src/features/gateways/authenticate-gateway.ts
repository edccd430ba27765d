import { checkDpop } from '@comet/admission';
import { type Clock, unixSeconds } from '@comet/foundation';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { Authentication, GatewayPresentation } from '../../platform/http/caller.ts';
import type { Metrics } from '../../platform/http/metrics.ts';
import {
  acceptProof,
  findCredential,
  type FoundCredential,
  noteSource,
  rotateCredential,
} from './credentials.store.ts';

const reasons = [
  'new_address',
  'expired',
  'proof_missing',
  'proof_malformed',
  'proof_bad_signature',
  'proof_other_request',
  'proof_out_of_time',
  'proof_repeated',
] as const;

type AlertReason = (typeof reasons)[number];

/** Counts a use of a gateway's credential that somebody should look at. */
export type CountAlert = (reason: AlertReason) => void;

export function gatewayAlerts(metrics: Metrics): CountAlert {
  return metrics.counter({
    name: 'comet_api_gateway_credential_alerts_total',
    help: "Uses of gateways' credentials from another address, and refused ones",
    label: 'reason',
    words: reasons,
  });
}

export interface AuthenticationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly alert: CountAlert;
}

/**
 * Recognises a gateway by its credential and, where that is bound to a key, by a DPoP proof (RFC 9449) of that key for this very
 * request, which is accepted once. A credential that was just rotated takes effect here.
 */
export function authenticateGateway(deps: AuthenticationDeps): Authentication['gateway'] {
  const { db, clock, log } = deps;
  function alert(reason: AlertReason, gateway: string, source: string): void {
    deps.alert(reason);
    log.warn({ reason, gateway, source }, "A gateway's credential was used in an unexpected way");
  }
  return async (presented) => {
    const { token, source } = presented;
    const now = clock.now();
    const found = await findCredential(db, token, source);
    if (found === null) return null;
    const { id } = found;
    const fault = await faultOf(db, found, presented, now);
    if (fault !== null) {
      alert(fault, id, source);
      return null;
    }
    if (found.isNext) await rotateCredential(db, token);
    if (!found.isKnownSource && (await noteSource(db, id, source, now))) alert('new_address', id, source);
    return { id };
  };
}

async function faultOf(
  db: Database,
  { id: gatewayId, key, expiresAt }: FoundCredential,
  presented: GatewayPresentation,
  now: Date,
): Promise<AlertReason | null> {
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (key === null) return null;
  if (presented.proof === null) return 'proof_missing';
  const proof = checkDpop(key, presented, presented.proof, unixSeconds(now));
  if (!proof.ok) return `proof_${proof.error}`;
  return (await acceptProof(db, { id: proof.value, gatewayId }, now)) ? null : 'proof_repeated';
}
