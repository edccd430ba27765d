import * as z from 'zod/mini';
import { openvpnVariants } from './choices.ts';

/** How packets reach a gateway. */
export const transport = z.discriminatedUnion('protocol', [
  z.object({ protocol: z.literal('wireguard') }),
  z.object({ protocol: z.literal('openvpn'), variant: z.enum(openvpnVariants) }),
]);

export type Transport = z.output<typeof transport>;
