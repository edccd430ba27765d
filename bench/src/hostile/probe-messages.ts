import { randomBytes } from 'node:crypto';
import { internet } from '@comet/lab';

/** The server of the probes. On port 80 the lab's own echo server serves HTTP. */
export const server = internet.echo.ipv4;
export const resolver = internet.resolver.ipv4;
/** Where `probe-server.ts` listens. */
export const ports = { tcp: [443, 8443], udp: [1194, 4500, 51_820] } as const;

/** First bytes of OpenVPN's resets: the opcode in the high five bits, and key id 0 (OpenVPN protocol, `ssl_pkt.h`). */
const clientReset = 7 << 3;
const serverReset = 8 << 3;

/** A reset of OpenVPN's client without `tls-auth`: session id, no acknowledgements, packet id 0. */
export const openvpnReset = Buffer.concat([Buffer.of(clientReset), randomBytes(8), Buffer.alloc(5)]);

/** A handshake initiation of WireGuard by type, reserved bytes and length (WireGuard white paper §5.4.2). */
export const wireguardInitiation = Buffer.concat([Buffer.of(1, 0, 0, 0), randomBytes(144)]);

/** Neither text nor a known protocol, with the entropy of encrypted data. */
export const highEntropyBytes = Buffer.from(
  Array.from({ length: 200 }, (_, index) => (index * 151 + 183) % 256),
);

/** A request for a response after some seconds. */
export const delayedBy = (seconds: number): string => `late ${seconds}`;

/** Returns the server's response to a datagram: a server's reset to a client's, otherwise the datagram itself. */
export function responseTo(message: Buffer): { readonly response: Buffer; readonly delayMs: number } {
  const isReset = message[0] === clientReset;
  const seconds = /^late (\d+)$/.exec(message.toString('latin1'))?.[1] ?? 0;
  return {
    response: isReset ? Buffer.concat([Buffer.of(serverReset), message.subarray(1)]) : message,
    delayMs: Number(seconds) * 1_000,
  };
}
