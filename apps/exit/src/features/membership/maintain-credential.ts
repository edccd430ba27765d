import { newProofKey } from '@comet/admission';
import { ApiError, type Client, NetworkError } from '@comet/client';
import { api } from '@comet/contract';
import { backoffDelay, type Clock, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { StateFile } from '@comet/foundation/state-file';
import type { Membership } from './membership.store.ts';

/** Interval of the checks: an hour, since a machine may sleep. */
const lookEvery = 3_600_000;
const waits = { first: 30_000, max: lookEvery };
/** Milliseconds before its expiry at which a credential is renewed: a third of its ninety days. */
const renewBefore = 30 * 24 * 3_600_000;

interface CredentialParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly file: StateFile<Membership>;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  readonly log: Pick<Log, 'error'>;
}

/** Whether a credential is due for renewal; one without a bound key always is. */
function isDue({ credentialKey, credentialExpiresAt }: Membership, now: Date): boolean {
  if (credentialKey === null || credentialExpiresAt === null) return true;
  return Date.parse(credentialExpiresAt) - now.getTime() <= renewBefore;
}

/** Requests a credential for a new key and stores it. The previous one is valid until this one is used, so a lost response is harmless. */
async function renew({ client, file }: CredentialParts, membership: Membership): Promise<void> {
  const { privateKey, publicKey } = newProofKey();
  const reply = await client.call(api.renewExitCredential, { body: { proofKey: publicKey } });
  // The owner may have withdrawn meanwhile: removed files must not be restored.
  if ((await file.read())?.credential !== membership.credential) return;
  const { credential, expiresAt } = reply;
  await file.write({
    ...membership,
    ...{ credential, credentialKey: privateKey, credentialExpiresAt: expiresAt },
  });
  // The first use invalidates the previous one; the next ticket is requested hours later.
  await client.call(api.showExit, {});
}

/** Renews the credential and its key before they expire, until `signal` is aborted. */
export async function maintainCredential(parts: CredentialParts, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const membership = await parts.file.read();
      if (membership === null) return;
      if (isDue(membership, parts.clock.now())) await renew(parts, membership);
      else await parts.sleep(lookEvery, signal);
      failures = 0;
    } catch (error) {
      // A control plane of the previous release has no such endpoint: the next attempt follows within the hour.
      if (!isPassing(error))
        parts.log.error({ reason: reasonOf(error) }, 'The credential could not be renewed');
      await parts.sleep(backoffDelay(failures, waits), signal);
      failures += 1;
    }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status === 404);
}
