import type { Metrics } from '@comet/observability';
import type { StreamLine } from '../../../platform/http/requests/line-stream.ts';

/** The open feed streams of this process. */
export interface FeedStreams {
  /** Returns the functions to call for each line that the gateway has read, and at the end of the stream. */
  open(gatewayId: string): { sent(): void; close(): void };
}

interface OpenStream {
  lastSentAt: number;
}

/**
 * A line is produced when the connection has room for it: a gateway that does not read has a growing lag, and one that reads has at most
 * that of a heartbeat.
 */
export function createFeedStreams(metrics: Metrics): FeedStreams {
  const streams = new Map<string, Set<OpenStream>>();
  metrics.gauges({
    title: 'feeds',
    help: {
      comet_api_feed_streams: 'Gateways that follow the change feed of this process',
      comet_api_feed_lag_seconds: 'Time since the gateway read a line of its change feed',
    },
    read() {
      const now = performance.now();
      const lags = [...streams].map(([gateway, open]) => ({
        value: (now - Math.max(...[...open].map(({ lastSentAt }) => lastSentAt))) / 1000,
        labels: { gateway },
      }));
      return { comet_api_feed_streams: [{ value: streams.size }], comet_api_feed_lag_seconds: lags };
    },
  });
  return {
    open(gatewayId) {
      const stream = { lastSentAt: performance.now() };
      const open = streams.get(gatewayId) ?? new Set();
      streams.set(gatewayId, open.add(stream));
      return {
        sent() {
          stream.lastSentAt = performance.now();
        },
        close() {
          open.delete(stream);
          if (open.size === 0 && streams.get(gatewayId) === open) streams.delete(gatewayId);
        },
      };
    },
  };
}

/** Passes the lines on and records that each was read. */
export async function* recorded(
  streams: FeedStreams,
  gatewayId: string,
  lines: AsyncIterable<StreamLine>,
): AsyncGenerator<StreamLine> {
  const stream = streams.open(gatewayId);
  try {
    for await (const line of lines) {
      stream.sent();
      yield line;
    }
  } finally {
    stream.close();
  }
}
