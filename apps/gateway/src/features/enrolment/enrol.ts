import type { PublishedKey } from '@comet/admission';
import { api } from '@comet/contract';
import { backoffDelay, err, ok, type Result } from '@comet/foundation';
import { generateWireguardKeyPair } from '@comet/linux-network';
import { certificateRequest, newAdmissionKey } from '../../platform/admission-server/certificate-request.ts';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';
import { certificateFault, type Identity } from './renew-certificate.ts';

export interface Enrolled {
  readonly identity: Identity;
  readonly ticketKeys: PublishedKey[];
  readonly feedKeys: PublishedKey[];
}

const backoff = { first: 500, max: 15_000 };

/**
 * Uses the one-time token and returns an identity, retrying until the control plane responds. Returns its message if it refuses.
 */
export async function enrol(parts: {
  readonly controlPlane: ControlPlane;
  readonly token: string;
  readonly place: {
    readonly wireguardPort: number;
    readonly doorPort: number;
    readonly ipv4: string;
    readonly ipv6: string | null;
  };
  sleep(milliseconds: number): Promise<void>;
  /** Called for each failed attempt that will be retried. */
  onWaiting(reason: string): void;
}): Promise<Result<Enrolled, string>> {
  const wireguard = generateWireguardKeyPair();
  const admissionPrivateKey = newAdmissionKey();
  const body = {
    token: parts.token,
    wireguardPublicKey: wireguard.publicKey,
    ...parts.place,
    certificateRequest: certificateRequest(admissionPrivateKey),
    dpop: true,
  };
  for (let attempt = 0; ; attempt += 1) {
    const reply = await parts.controlPlane.call(api.enrolGateway, { body });
    if (reply.ok) {
      const { gatewayId, credential, certificateChain, ticketKeys, feedKeys } = reply.value;
      const fault = certificateFault(certificateChain, admissionPrivateKey);
      if (fault !== null) return err(fault);
      const keys = {
        wireguardPrivateKey: wireguard.privateKey,
        admissionPrivateKey,
        credentialKey: admissionPrivateKey,
      };
      return ok({
        identity: { version: 1, gatewayId, credential, certificateChain, ...keys },
        ticketKeys,
        feedKeys,
      });
    }
    if (reply.error.kind === 'refused') return err(reply.error.reason);
    parts.onWaiting(reply.error.reason);
    await parts.sleep(backoffDelay(attempt, backoff));
  }
}
