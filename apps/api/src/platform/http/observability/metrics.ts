import type { Endpoint } from '@comet/contract';
import type { Metrics } from '@comet/observability';

/** Counts the responses of one route. */
export interface RouteMeter {
  readonly method: string;
  /** The route pattern, not the path: nothing that identifies the caller. */
  readonly route: string;
  count(status: number, seconds: number): void;
  /** Counts a refusal by its error code. */
  refuse(code: string): void;
}

type Route = Pick<Endpoint, 'errors'> & { readonly method: string; readonly path: string };

/** Creates the meter of a route. */
export type MeterRoute = (route: Route) => RouteMeter;

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Rate, errors and duration of every route. */
export function meterRoutes(metrics: Metrics): MeterRoute {
  const countResponse = metrics.counter({ name: 'comet_api_requests_total', help: 'Answered requests' });
  const countRefusal = metrics.counter({
    name: 'comet_api_refusals_total',
    help: 'Refused requests by error code',
  });
  const measure = metrics.histogram({
    name: 'comet_api_request_seconds',
    help: 'Time from the request to the end of its answer',
    bounds,
  });
  return ({ method, path: route, errors }) => {
    const labels = { method, route };
    const byStatus = new Map<number, typeof labels & { status: string }>();
    // From the start, at zero: a rate needs the value before the first refusal.
    for (const code of errors) countRefusal({ ...labels, code }, 0);
    return {
      ...labels,
      count(status, seconds) {
        let series = byStatus.get(status);
        if (series === undefined) byStatus.set(status, (series = { ...labels, status: String(status) }));
        countResponse(series);
        measure(seconds, labels);
      },
      refuse: (code) => countRefusal({ ...labels, code }),
    };
  };
}

/** A counter with labels from a fixed list, none of which identifies the caller. */
export interface LabelledCounter<Value extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  /** All label values, so that each is exported from the start, at zero. */
  readonly values: readonly Value[];
}

/** Creates a counter and returns the function that increments it. */
export function labelledCounter<Value extends string>(
  metrics: Metrics,
  { label, values, ...about }: LabelledCounter<Value>,
): (value: Value) => void {
  const count = metrics.counter(about);
  for (const value of values) count({ [label]: value }, 0);
  return (value) => count({ [label]: value });
}
