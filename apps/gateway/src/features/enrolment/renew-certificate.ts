import { createPrivateKey, X509Certificate } from 'node:crypto';
import { api, type ReplyOf } from '@comet/contract';
import { backoffDelay, type Clock, isWireguardKey } from '@comet/foundation';
import { certificateRequest, newAdmissionKey } from '../../platform/admission-server/certificate-request.ts';
import type { ControlPlane } from '../../platform/control-plane/control-plane.ts';
import * as z from 'zod/mini';

/** The gateway's identity. Its private keys are created here and never leave the machine. */
export const identityFile = z.object({
  version: z.literal(1),
  gatewayId: z.string(),
  /** The bearer credential for the control plane. */
  credential: z.string(),
  /** PKCS#8 as PEM: the key that the credential is bound to; null if the gateway enrolled before credentials were bound to keys. */
  credentialKey: z._default(z.nullable(z.string()), null),
  /** Base64. */
  wireguardPrivateKey: z.string().check(z.refine((text) => isWireguardKey(text))),
  /** PKCS#8 as PEM. */
  admissionPrivateKey: z.string(),
  /** PEM, leaf first. */
  certificateChain: z.string(),
});

export type Identity = z.output<typeof identityFile>;

/** Interval in ms of the check whether a renewal is due: a machine's clock may jump, and certificates are valid for days. */
const checkInterval = 3_600_000;
const backoff = { first: 30_000, max: checkInterval };

/** Returns the time when two thirds of the leaf's validity have passed. Throws for an invalid certificate. */
export function renewalTime(certificateChain: string): Date {
  const { validFromDate, validToDate } = new X509Certificate(certificateChain);
  const from = validFromDate.getTime();
  return new Date(from + ((validToDate.getTime() - from) * 2) / 3);
}

/** Returns the error in a certificate chain from the control plane; null if the admission endpoint can use it. */
export function certificateFault(certificateChain: string, admissionPrivateKey: string): string | null {
  try {
    const leaf = new X509Certificate(certificateChain);
    return leaf.checkPrivateKey(createPrivateKey(admissionPrivateKey))
      ? null
      : "the control plane signed another key than the admission endpoint's";
  } catch {
    return 'the control plane answered with an invalid certificate';
  }
}

function renewedIdentity(
  identity: Identity,
  admissionPrivateKey: string,
  { certificateChain, credential }: ReplyOf<typeof api.renewCertificate>,
): Identity {
  const updated = { ...identity, admissionPrivateKey, certificateChain };
  return credential === undefined ? updated : { ...updated, credential, credentialKey: admissionPrivateKey };
}

/** Uses a renewed identity at the admission endpoint, or reports the error: a full disk does not stop a gateway whose certificate is still valid. */
async function activate(
  { replace }: { replace(identity: Identity): Promise<void> },
  next: Identity,
): Promise<string | null> {
  const fault = certificateFault(next.certificateChain, next.admissionPrivateKey);
  if (fault !== null) return fault;
  try {
    await replace(next);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Renews the admission endpoint's certificate and the credential, with a new key each time, until `signal` is aborted. A credential without a bound
 * key is renewed at once.
 */
export async function keepCertificate(
  parts: {
    readonly controlPlane: ControlPlane;
    readonly clock: Clock;
    current(): Identity;
    /** Saves the new identity, then uses it at the admission endpoint. */
    replace(identity: Identity): Promise<void>;
    onFailure(reason: string): void;
    sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  // An older control plane has no key-bound credentials: it is requested once.
  let isUnbound = parts.current().credentialKey === null;
  while (!signal.aborted) {
    const identity = parts.current();
    const due = isUnbound
      ? 0
      : renewalTime(identity.certificateChain).getTime() - parts.clock.now().getTime();
    if (due > 0) {
      await parts.sleep(Math.min(due, checkInterval), signal);
      continue;
    }
    const admissionPrivateKey = newAdmissionKey();
    const reply = await parts.controlPlane.call(api.renewCertificate, {
      body: { certificateRequest: certificateRequest(admissionPrivateKey) },
    });
    const fault = reply.ok
      ? await activate(parts, renewedIdentity(identity, admissionPrivateKey, reply.value))
      : reply.error.reason;
    if (fault === null) {
      failures = 0;
      isUnbound = false;
      // Limits the rate of requests if the new certificate is due again at once.
      await parts.sleep(backoff.first, signal);
    } else {
      parts.onFailure(fault);
      await parts.sleep(backoffDelay(failures, backoff), signal);
      failures += 1;
    }
  }
}
