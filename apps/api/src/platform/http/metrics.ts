import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export interface Metrics {
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** The text that Prometheus reads, and its content type. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Counts by method, route pattern and status class only: nothing that tells who called. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'comet_api_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'comet_api_request_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    countRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
