import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type GaugeMetricData,
  type MetricProducer,
  type SumMetricData,
} from '@opentelemetry/sdk-metrics';
import { emptyResource } from '@opentelemetry/resources';

/** Names and values of a series; never anything that identifies a customer. */
export type Labels = Readonly<Record<string, string>>;

export interface Reading {
  readonly value: number;
  readonly labels?: Labels;
}

/** Gauges that one function reads together. */
export interface GaugeSource<Name extends string> {
  /** Names the group in `comet_scrape_failures_total`. */
  readonly title: string;
  /** The help text of each metric. A name that ends in `_total` is exported as a counter. */
  readonly help: Readonly<Record<Name, string>>;
  /** Seconds for which a reading is reused; 0 by default. */
  readonly cacheSeconds?: number;
  read(): Readonly<Record<Name, readonly Reading[]>> | Promise<Readonly<Record<Name, readonly Reading[]>>>;
}

/** Maximum time of a reading in ms: Prometheus gives up after ten seconds. */
const maxReadMs = 5_000;

interface Readings extends MetricProducer {
  add<Name extends string>(source: GaugeSource<Name>, onFailure: () => void): void;
}

/**
 * A metric producer instead of the SDK's observable gauges, which repeat the last value of a series that is no longer observed: a retired
 * gateway, or figures whose query failed, would look alive forever.
 */
export function createReadings(): Readings {
  const readers: (() => Promise<readonly (GaugeMetricData | SumMetricData)[]>)[] = [];
  return {
    add(source, onFailure) {
      const read = cached(source);
      readers.push(async () => {
        try {
          const readings = await withinTime(read());
          return namesOf(source).map((name) => dataOf(name, source.help[name], readings[name]));
        } catch {
          onFailure();
          return [];
        }
      });
    },
    async collect(): Promise<CollectionResult> {
      const metrics = (await Promise.all(readers.map((reader) => reader()))).flat();
      const scopeMetrics = [{ scope: { name: 'comet' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

function namesOf<Name extends string>(source: GaugeSource<Name>): readonly Name[] {
  return Object.keys(source.help) as Name[];
}

/** A failed reading is not reused. */
function cached<Name extends string>(source: GaugeSource<Name>) {
  let last: { readonly at: number; readonly readings: Promise<Record<Name, readonly Reading[]>> } | null =
    null;
  return () => {
    const at = performance.now();
    if (last !== null && at - last.at < (source.cacheSeconds ?? 0) * 1000) return last.readings;
    const readings = (async () => source.read())();
    last = { at, readings };
    readings.catch(() => {
      if (last?.readings === readings) last = null;
    });
    return readings;
  };
}

async function withinTime<T>(reading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The figures took too long')), maxReadMs);
  try {
    return await Promise.race([reading, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function dataOf(name: string, help: string, readings: readonly Reading[]): GaugeMetricData | SumMetricData {
  const at = [Math.floor(Date.now() / 1000), 0] as [number, number];
  const shared = {
    descriptor: { name, description: help, unit: '', valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPoints: readings.map(({ value, labels = {} }) => ({
      startTime: at,
      endTime: at,
      attributes: labels,
      value,
    })),
  };
  return name.endsWith('_total')
    ? { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true }
    : { ...shared, dataPointType: DataPointType.GAUGE };
}
