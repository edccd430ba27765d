import { newProofKey } from '@comet/admission';
import type { Client } from '@comet/client';
import { ApiError, NetworkError } from '@comet/client';
import { api, exitConsentVersion } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import { generateWireguardKeyPair } from '@comet/linux-network';
import type { Membership } from './membership.store.ts';

/** The reason why an exit could not join: a code of the contract, or `unreachable`. */
type JoinRefusal = string;

/** Redeems an invitation with the owner's consent to the text of this release. No traffic is forwarded before that. */
export async function join(
  client: Client,
  given: { readonly token: string; readonly name: string; readonly network: string | null },
  at: Date,
): Promise<Result<Membership, JoinRefusal>> {
  const { privateKey, publicKey } = generateWireguardKeyPair();
  const proof = newProofKey();
  const consent = { version: exitConsentVersion, name: given.name };
  const named = given.network === null ? {} : { network: given.network };
  const body = {
    token: given.token,
    wireguardPublicKey: publicKey,
    proofKey: proof.publicKey,
    consent,
    ...named,
  };
  try {
    const { exitId, credential, expiresAt = null } = await client.call(api.enrolExit, { body });
    return ok({
      version: 1,
      ...{ exitId, credential },
      // A control plane of the previous release binds it to no key: the running service renews it as soon as that is supported.
      ...{ credentialKey: expiresAt === null ? null : proof.privateKey, credentialExpiresAt: expiresAt },
      wireguardPrivateKey: privateKey,
      consent: { ...consent, at: at.toISOString() },
    });
  } catch (error) {
    if (error instanceof ApiError) return err(error.code);
    if (error instanceof NetworkError) return err('unreachable');
    throw error;
  }
}
