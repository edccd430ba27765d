import type { IncomingMessage, ServerResponse } from 'node:http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { createReadings, type GaugeSource, type Labels } from './readings.ts';

/** A counter or histogram whose label values are known in advance, so that each series exists from the start. */
interface Instrument {
  readonly name: string;
  readonly help: string;
}

export interface Metrics {
  /** Returns the function that adds to a series of the counter; `labels` must not identify a customer. */
  counter(about: Instrument): (labels: Labels, by?: number) => void;
  /** A cumulative histogram with these upper bounds, in seconds. */
  histogram(
    about: Instrument & { readonly bounds: readonly number[] },
  ): (seconds: number, labels: Labels) => void;
  /** Gauges that are read on each scrape. A source that fails or is slow is left out and counted; the rest is exported. */
  gauges<Name extends string>(source: GaugeSource<Name>): void;
  /** Responds to a scrape in the Prometheus text format. */
  respond(request: IncomingMessage, response: ServerResponse): void;
}

/** Metrics of one process: OpenTelemetry instruments, read by the OpenTelemetry exporter for Prometheus. */
export function createMetrics(): Metrics {
  const readings = createReadings();
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
    metricProducers: [readings],
  });
  const meter = new MeterProvider({ readers: [exporter] }).getMeter('comet');
  const failures = meter.createCounter('comet_scrape_failures_total', {
    description: 'Groups of figures that could not be read for a scrape',
  });
  return {
    counter({ name, help }) {
      const counter = meter.createCounter(name, { description: help });
      return (labels, by = 1) => counter.add(by, labels);
    },
    histogram({ name, help, bounds }) {
      const histogram = meter.createHistogram(name, {
        description: help,
        advice: { explicitBucketBoundaries: [...bounds] },
      });
      return (seconds, labels) => histogram.record(seconds, labels);
    },
    gauges(source) {
      const labels = { figures: source.title };
      failures.add(0, labels);
      readings.add(source, () => failures.add(1, labels));
    },
    respond: (request, response) => exporter.getMetricsRequestHandler(request, response),
  };
}
