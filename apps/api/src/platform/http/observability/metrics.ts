import { collectDefaultMetrics, Counter, Registry } from 'prom-client';

/** Counts the responses of one route. */
export interface RouteMeter {
  readonly method: string;
  /** The route pattern, not the path: nothing that identifies the caller. */
  readonly route: string;
  count(status: number, seconds: number): void;
}

/** A counter with labels from a fixed list, none of which identifies the caller. */
export interface LabelledCounter<Value extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** All label values, so that each is exported from the start, at zero. */
  readonly values: readonly Value[];
}

export interface Metrics {
  meter(method: string, route: string): RouteMeter;
  /** Creates a counter and returns the function that increments it. */
  counter<Value extends string>(counted: LabelledCounter<Value>): (value: Value) => void;
  /** The metrics in the Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Counts {
  readonly byStatus: Map<number, number>;
  /** Number of responses up to the bound at the same position; the last one counts the rest. */
  readonly byBound: number[];
  seconds: number;
}

/**
 * The process metrics come from prom-client, those of routes from plain numbers: each request increments them, and they are formatted
 * (Prometheus text format 0.0.4) only on a scrape.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const meters: (RouteMeter & Counts)[] = [];
  return {
    meter(method, route) {
      const byStatus = new Map<number, number>();
      const byBound = new Array<number>(bounds.length + 1).fill(0);
      const meter = {
        ...{ method, route, byStatus, byBound },
        seconds: 0,
        count(status: number, seconds: number) {
          byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
          let position = 0;
          while (position < bounds.length && seconds > (bounds[position] ?? 0)) position += 1;
          byBound[position] = (byBound[position] ?? 0) + 1;
          meter.seconds += seconds;
        },
      };
      meters.push(meter);
      return meter;
    },
    counter({ name, help, label, values }) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
      for (const value of values) counter.inc({ [label]: value }, 0);
      return (value) => counter.inc({ [label]: value });
    },
    text: async () => `${await registry.metrics()}\n${requestsText(meters)}${durationsText(meters)}`,
    contentType: registry.contentType,
  };
}

function requestsText(meters: readonly (RouteMeter & Counts)[]): string {
  const name = 'comet_api_requests_total';
  const lines = meters.flatMap(({ method, route, byStatus }) =>
    [...byStatus].map(
      ([status, count]) => `${name}{method="${method}",route="${route}",status="${status}"} ${count}`,
    ),
  );
  return [`# HELP ${name} Answered requests`, `# TYPE ${name} counter`, ...lines, ''].join('\n');
}

function durationsText(meters: readonly (RouteMeter & Counts)[]): string {
  const name = 'comet_api_request_seconds';
  const lines = meters
    .filter(({ byStatus }) => byStatus.size > 0)
    .flatMap(({ method, route, byBound, seconds }) => {
      const labels = `method="${method}",route="${route}"`;
      let sum = 0;
      const buckets = byBound.map((count, position) => {
        sum += count;
        return `${name}_bucket{${labels},le="${bounds[position] ?? '+Inf'}"} ${sum}`;
      });
      return [...buckets, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${sum}`];
    });
  const help = `# HELP ${name} Time from the request to the end of its answer`;
  return [help, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
}
