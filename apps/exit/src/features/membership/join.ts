import { newProofKey } from '@comet/admission';
import { ApiError, type Client, NetworkError } from '@comet/client';
import { api, exitConsentVersion, type ReplyOf, type RequestOf } from '@comet/contract';
import { backoffDelay, err, ok, type Result } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { generateWireguardKeyPair } from '@comet/linux-network';
import type { Membership, PendingJoin } from './membership.store.ts';

/** The reason why an exit could not join: a code of the contract, or `unreachable`. */
type JoinRefusal = string;

/** About seven seconds in all: the owner waits. */
const attempts = 4;
const backoff = { first: 1_000, max: 4_000 };

interface JoinParts {
  readonly client: Client;
  readonly pending: Pick<StateFile<PendingJoin>, 'read' | 'write'>;
  sleep(milliseconds: number): Promise<void>;
}

/**
 * Redeems an invitation with the owner's consent to the text of this release. No traffic is forwarded before that. A request without a
 * response is retried with the same keys and consent, also by a later call with the same token: another request could not use it.
 */
export async function join(
  parts: JoinParts,
  given: { readonly token: string; readonly name: string; readonly network: string | null },
  at: Date,
): Promise<Result<Membership, JoinRefusal>> {
  const { request, wireguardPrivateKey, proofPrivateKey, consentedAt } = await pendingJoin(
    parts.pending,
    given,
    at,
  );
  const reply = await sendRepeatedly(parts, request);
  if (!reply.ok) return reply;
  const { exitId, credential, expiresAt = null } = reply.value;
  return ok({
    version: 1,
    ...{ exitId, credential },
    // A control plane of the previous release binds it to no key: the running service renews it as soon as that is supported.
    ...{ credentialKey: expiresAt === null ? null : proofPrivateKey, credentialExpiresAt: expiresAt },
    wireguardPrivateKey,
    consent: { ...request.consent, at: consentedAt },
  });
}

async function pendingJoin(
  file: JoinParts['pending'],
  { token, name, network }: Parameters<typeof join>[1],
  at: Date,
): Promise<PendingJoin> {
  const saved = await file.read();
  if (saved?.request.token === token && saved.request.consent.version === exitConsentVersion) return saved;
  const { privateKey, publicKey } = generateWireguardKeyPair();
  const proof = newProofKey();
  const pending: PendingJoin = {
    version: 1,
    request: {
      token,
      wireguardPublicKey: publicKey,
      proofKey: proof.publicKey,
      consent: { version: exitConsentVersion, name },
      ...(network === null ? {} : { network }),
    },
    wireguardPrivateKey: privateKey,
    proofPrivateKey: proof.privateKey,
    consentedAt: at.toISOString(),
  };
  await file.write(pending);
  return pending;
}

async function sendRepeatedly(
  { client, sleep }: JoinParts,
  body: RequestOf<typeof api.enrolExit>['body'],
): Promise<Result<ReplyOf<typeof api.enrolExit>, JoinRefusal>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return ok(await client.call(api.enrolExit, { body }));
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
      // After a server error the invitation may have been used.
      const isUnanswered = error instanceof NetworkError || error.status >= 500;
      if (!isUnanswered || attempt === attempts - 1)
        return err(error instanceof ApiError ? error.code : 'unreachable');
      await sleep(backoffDelay(attempt, backoff));
    }
  }
}
