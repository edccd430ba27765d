import { isWireguardKey } from '@comet/foundation';
import * as z from 'zod/mini';

/** Who this gateway is. Its private keys are made here and never leave. */
export const identityFile = z.object({
  version: z.literal(1),
  gatewayId: z.string(),
  /** The bearer credential for the control plane. */
  credential: z.string(),
  /** PKCS#8 as PEM: the key that the credential is bound to; null where the gateway enrolled before there were proofs. */
  credentialKey: z._default(z.nullable(z.string()), null),
  /** Base64. */
  wireguardPrivateKey: z.string().check(z.refine((text) => isWireguardKey(text))),
  /** PKCS#8 as PEM. */
  doorPrivateKey: z.string(),
  /** PEM, leaf first. */
  certificateChain: z.string(),
});

export type Identity = z.output<typeof identityFile>;
