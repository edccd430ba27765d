import { checkDpop } from '@comet/admission';
import { type Clock, unixSeconds } from '@comet/foundation';
import type { Metrics } from '@comet/observability';
import type { Log } from '@comet/foundation/log';
import type { Database } from '../database/database.ts';
import type { MachinePresentation } from '../http/authentication/caller.ts';
import { labelledCounter } from '../http/observability/metrics.ts';
import {
  acceptProof,
  findCredential,
  type FoundCredential,
  rotateCredential,
  type MachineKind,
} from './credentials.store.ts';

/** Why a use of a credential was refused. */
const faults = [
  'expired',
  'proof_missing',
  'proof_malformed',
  'proof_bad_signature',
  'proof_other_request',
  'proof_out_of_time',
  'proof_repeated',
] as const;

type Fault = (typeof faults)[number];

/** Counts a suspicious use of a credential: a refused one, or one of `unusual`. */
export type CountAlert<Unusual extends string> = (reason: Fault | Unusual) => void;

/**
 * Creates the counter `comet_api_KIND_credential_alerts_total` and returns a function that increments it by reason: why a credential was
 * refused, or one of `unusual`.
 */
export function credentialAlerts<Unusual extends string>(
  metrics: Metrics,
  kind: MachineKind,
  unusual: readonly Unusual[],
): CountAlert<Unusual> {
  return labelledCounter(metrics, {
    name: `comet_api_${kind}_credential_alerts_total`,
    help: `Uses of ${kind}s' credentials from another address, and refused ones`,
    label: 'reason',
    values: [...unusual, ...faults],
  });
}

export interface AuthenticationDeps<Unusual extends string> {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly alert: CountAlert<Unusual>;
}

/** Stores the source of a machine's call; returns the anomaly, or null. */
type RecordSource<Unusual extends string> = (
  found: Pick<FoundCredential, 'id' | 'isKnownSource'>,
  source: string,
  now: Date,
) => Promise<Unusual | null>;

/**
 * Authenticates a machine by its credential and, where that is bound to a key, by a DPoP proof (RFC 9449) of that key for this request,
 * which is accepted once. A credential that was just rotated takes effect here.
 */
export function authenticateMachine<Unusual extends string>(
  kind: MachineKind,
  deps: AuthenticationDeps<Unusual>,
  recordSource: RecordSource<Unusual>,
): (presented: MachinePresentation) => Promise<{ readonly id: string } | null> {
  const { db, clock, log } = deps;
  /** The address is not logged: that of an exit is its owner's. The operator's lists show it for a day. */
  function alert(reason: Fault | Unusual, id: string): void {
    deps.alert(reason);
    log.warn({ reason, [kind]: id }, `The credential of this ${kind} was used in an unexpected way`);
  }
  return async (presented) => {
    const { token, source } = presented;
    const now = clock.now();
    const found = await findCredential(db, kind, token, source);
    if (found === null) return null;
    const { id } = found;
    const fault = await faultOf(db, kind, found, presented, now);
    if (fault !== null) {
      alert(fault, id);
      return null;
    }
    if (found.isNext) await rotateCredential(db, kind, token);
    const unusual = await recordSource(found, source, now).catch((error: unknown) => {
      // A database that cannot write, for instance with a full disk, fails no call: the next one stores the address.
      log.warn({ err: error, [kind]: id }, `The address of this ${kind} cannot be kept`);
      return null;
    });
    if (unusual !== null) alert(unusual, id);
    return { id };
  };
}

async function faultOf(
  db: Database,
  kind: MachineKind,
  { id: machineId, key, expiresAt }: FoundCredential,
  presented: MachinePresentation,
  now: Date,
): Promise<Fault | null> {
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (key === null) return null;
  if (presented.proof === null) return 'proof_missing';
  const proof = checkDpop(key, presented, presented.proof, unixSeconds(now));
  if (!proof.ok) return `proof_${proof.error}`;
  return (await acceptProof(db, kind, { id: proof.value, machineId }, now)) ? null : 'proof_repeated';
}
