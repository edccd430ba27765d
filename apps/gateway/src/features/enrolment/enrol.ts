import { isDeepStrictEqual } from 'node:util';
import type { PublishedKey } from '@comet/admission';
import { api } from '@comet/contract';
import { backoffDelay, err, ok, type Result } from '@comet/foundation';
import { generateWireguardKeyPair, publicKeyOf } from '@comet/linux-network';
import { certificateRequest, newAdmissionKey } from '../../platform/admission-server/certificate-request.ts';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';
import * as z from 'zod/mini';
import { certificateFault, type Identity } from './renew-certificate.ts';

/** An enrolment without a response, with its private keys: only an equal request may use the token again. */
export const pendingEnrolmentFile = z.object({
  version: z.literal(1),
  token: z.string(),
  place: z.object({
    wireguardPort: z.int(),
    doorPort: z.int(),
    ipv4: z.string(),
    ipv6: z.nullable(z.string()),
  }),
  wireguardPrivateKey: z.string(),
  /** PKCS#8 as PEM. */
  admissionPrivateKey: z.string(),
});

export type PendingEnrolment = z.output<typeof pendingEnrolmentFile>;

export interface Enrolled {
  readonly identity: Identity;
  readonly ticketKeys: PublishedKey[];
  readonly feedKeys: PublishedKey[];
}

const backoff = { first: 500, max: 15_000 };

/**
 * Uses the one-time token and returns an identity, retrying until the control plane responds. Returns its message if it refuses. The keys are
 * saved before the first attempt, so that an agent that is started again repeats the request of the same token and addresses.
 */
export async function enrol(parts: {
  readonly controlPlane: ControlPlane;
  readonly token: string;
  readonly place: PendingEnrolment['place'];
  readonly pending: {
    read(): Promise<PendingEnrolment | null>;
    write(content: PendingEnrolment): Promise<void>;
  };
  sleep(milliseconds: number): Promise<void>;
  /** Called for each failed attempt that will be retried. */
  onWaiting(reason: string): void;
}): Promise<Result<Enrolled, string>> {
  const { wireguardPrivateKey, admissionPrivateKey } = await keysFor(parts);
  const body = {
    token: parts.token,
    wireguardPublicKey: publicKeyOf(wireguardPrivateKey),
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
        wireguardPrivateKey,
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

async function keysFor({
  token,
  place,
  pending,
}: Pick<Parameters<typeof enrol>[0], 'token' | 'place' | 'pending'>): Promise<PendingEnrolment> {
  const saved = await pending.read();
  if (saved !== null && saved.token === token && isDeepStrictEqual(saved.place, place)) return saved;
  const created: PendingEnrolment = {
    ...{ version: 1, token, place },
    wireguardPrivateKey: generateWireguardKeyPair().privateKey,
    admissionPrivateKey: newAdmissionKey(),
  };
  await pending.write(created);
  return created;
}
