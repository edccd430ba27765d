import * as z from 'zod/mini';

/**
 * The trust anchors that a client is shipped with: the keys that sign server lists, and the private CA (current and
 * next) that signs the certificates of the gateways' admission endpoints. `comet-api trust` prints it.
 */
export const trustAnchors = z.object({
  listKeys: z.array(z.object({ kid: z.string(), publicKey: z.string() })).check(z.minLength(1)),
  certificateAuthorities: z.array(z.string()).check(z.minLength(1)),
});

export type TrustAnchors = z.output<typeof trustAnchors>;
