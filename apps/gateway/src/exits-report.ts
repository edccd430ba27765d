import { type Exit, stateOf } from './features/exits/index.ts';

/** The exits' part of the health report. */
export interface ExitsReport {
  exits: {
    exit: string;
    state: 'live' | 'paused' | 'down';
    carriedBytes: number;
    latencyMs: number | null;
    line: { downBytesPerSecond: number; upBytesPerSecond: number } | null;
  }[];
  upstreams: { upstream: string; country: string; live: boolean; tunnels: boolean }[];
  proxy: { httpPort: number; socksPort: number } | null;
}

/** `proxy`: whether providers carry tunnels too, and where customers of the proxy find it. */
export function exitsReport(
  exits: Iterable<Exit>,
  upstreams: readonly Omit<ExitsReport['upstreams'][number], 'tunnels'>[],
  now: Date,
  proxy: { readonly relays: boolean; readonly ports: ExitsReport['proxy'] },
): ExitsReport {
  const today = now.toISOString().slice(0, 10);
  return {
    exits: [...exits].map((exit) => ({
      exit: exit.claims.exit,
      state: stateOf(exit),
      carriedBytes: exit.carried.day === today ? exit.carried.bytes : 0,
      latencyMs: exit.latencyMs,
      line: exit.report?.line ?? null,
    })),
    upstreams: upstreams.map((one) => ({ ...one, tunnels: proxy.relays })),
    proxy: proxy.ports,
  };
}
