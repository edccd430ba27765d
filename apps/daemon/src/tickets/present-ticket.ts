import { proofOf } from '@comet/admission';
import { ok, type Result } from '@comet/foundation';
import type { Gateway } from '../model/gateway.ts';
import type { AdmissionEndpoint, AdmissionFailure } from '../platform/admission/admission-endpoint.ts';
import type { KeyPair } from './device-keys.ts';
import { grantedSession, type WireguardSession } from '../model/session.ts';

/**
 * Presents a ticket at a gateway's admission endpoint, with the proof of possession of the key; `ahead` if no connect was requested yet.
 */
export async function present(
  admissionEndpoint: Pick<AdmissionEndpoint, 'present'>,
  gateway: Gateway,
  key: KeyPair,
  ticket: string,
  signal: AbortSignal,
  ahead?: true,
): Promise<Result<WireguardSession, AdmissionFailure>> {
  const proof = proofOf(
    { privateKey: key.privateKey, peerPublicKey: gateway.wireguardPublicKey },
    'present',
    ticket,
  );
  const presentation = { ticket, publicKey: key.publicKey, proof, ...(ahead && { ahead }) };
  const presented = await admissionEndpoint.present(gateway, presentation, signal);
  if (!presented.ok) return presented;
  const { publicKey } = key;
  return ok(grantedSession({ gateway, ticket, publicKey, admittance: presented.value }));
}
