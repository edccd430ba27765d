import * as z from 'zod/mini';
import { gatewayLocation } from './gateway-location.ts';
import { transport } from './transports.ts';

/** Figures of the current tunnel, read when they are requested. They change too often for the snapshot. */
const connectionDetails = z.lazy(() => {
  /** ISO 8601; null before the first handshake. */
  const lastHandshake = z.nullable(z.string());
  return z.object({
    transport,
    /** `address:port` of the gateway. */
    endpoint: z.string(),
    /** The cipher of packets; null until OpenVPN has reported the negotiated one. */
    cipher: z.nullable(z.string()),
    /** Maximum size in bytes of a packet in the tunnel; null on a system where the daemon cannot read it. */
    mtu: z.nullable(z.int()),
    /** Whether the tunnel has a post-quantum PSK, by ML-KEM-768. */
    postQuantum: z.boolean(),
    /** With OpenVPN the last TLS handshake. */
    lastHandshake,
    /** Bytes since the tunnel was connected. */
    received: z.int(),
    sent: z.int(),
    /** `address:port` of the gateway's SOCKS5 proxy, reachable only inside the tunnel; null without one. */
    socks5Proxy: z.nullable(z.string()),
    /** Bytes of cover traffic on the network, in addition; absent without cover traffic. It is paused on a metered network. */
    cover: z.optional(z.object({ received: z.int(), sent: z.int(), paused: z.optional(z.boolean()) })),
    /** The entry gateway, if traffic passes through two; its handshake is a separate one. */
    entry: z.nullable(z.object({ place: gatewayLocation(), endpoint: z.string(), lastHandshake })),
  });
});

/** Null without a tunnel. */
export const connectionDetailsReply = z.object({ details: z.nullable(connectionDetails) });

export type ConnectionDetails = z.output<typeof connectionDetails>;
