import * as z from 'zod/mini';

/**
 * The control protocol of an exit and its gateway inside their tunnel: JSON lines in both directions. The gateway sends an order every
 * second and the exit responds at once with a report; a side that receives nothing for this many milliseconds considers the other
 * disconnected. The gateway's timeout is shorter: traffic through a dead exit waits for it, and a reconnect of the exit moves all its
 * sessions.
 */
export const exitSilence = { atGateway: 2_500, atExit: 3_000 } as const;

/** Maximum line length in characters: an order with all rules that a ticket can contain. */
export const maxExitLineLength = 32_768;

const bytes = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
const cap = z.nullable(bytes.check(z.minimum(1)));

/** Maximum bytes of one line measurement, per direction; see `exitAdmittance.measurePort`. */
export const exitMeasure = { maxBytes: 4_000_000 } as const;

const rate = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

/** The last measured throughput of an exit's line to its gateway. */
export const exitLine = z.object({ downBytesPerSecond: rate, upBytesPerSecond: rate });

/** From the gateway: the limits of the operator's signed ticket, and the round-trip time that the gateway measured. */
export const exitOrder = z.object({
  /** Increases with each order of a connection. */
  beat: z.int().check(z.minimum(1)),
  caps: z.object({ bytesPerSecond: cap, dayBytes: cap }),
  rules: z.object({
    ports: z.array(z.int().check(z.minimum(1), z.maximum(65_535))).check(z.maxLength(64)),
    /** The rules of the ticket, and the address of the exit's own line. */
    networks: z.array(z.union([z.cidrv4(), z.cidrv6()])).check(z.maxLength(65)),
  }),
  /** Round-trip time to the exit in ms; null before the first response. */
  latencyMs: z.nullable(z.int().check(z.minimum(0))),
});

/** From the exit: whether it forwards traffic, and the throughput of its line. */
export const exitReport = z.object({
  /** The order that it responds to. */
  beat: z.int().check(z.minimum(1)),
  /** `paused` by its owner; `full` until midnight in UTC, when the day's cap is reached. */
  state: z.enum(['open', 'paused', 'full']),
  /** Whether its line has IPv6. */
  ipv6: z.boolean(),
  /** Both directions together, since midnight UTC. */
  carriedBytes: bytes,
  /** Absent, or null, before the first measurement. */
  line: z.optional(z.nullable(exitLine)),
});

export type ExitLine = z.output<typeof exitLine>;
export type ExitOrder = z.output<typeof exitOrder>;
export type ExitReport = z.output<typeof exitReport>;
