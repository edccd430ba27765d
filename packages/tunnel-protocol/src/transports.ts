import * as z from 'zod/mini';
import { openvpnVariants, wireguardTransports } from './choices.ts';

/** How packets reach a gateway. */
export const transport = z.discriminatedUnion('protocol', [
  /** `over`: what carries WireGuard's datagrams; absent for UDP. */
  z.object({ protocol: z.literal('wireguard'), over: z.optional(z.enum(wireguardTransports)) }),
  z.object({ protocol: z.literal('openvpn'), variant: z.enum(openvpnVariants) }),
]);

export type Transport = z.output<typeof transport>;
