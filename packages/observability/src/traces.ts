import { AsyncLocalStorage } from 'node:async_hooks';
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';

/** Names and values of a span; never anything that identifies a customer. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

interface OpenSpan {
  end(attributes: SpanAttributes, isFailure: boolean): void;
}

/** Sends spans to a collector. */
export interface Traces {
  /** Begins a request, whose spans have its id as their trace id, and makes it current for the code that follows. */
  beginRequest(traceId: string): OpenSpan & { name(name: string): void };
  /** Adds a finished span of `milliseconds` as a trace: that of a request which caused it, or a new one. */
  finished(name: string, milliseconds: number, attributes: SpanAttributes, traceId?: string): void;
  /** Adds attributes to the current span. */
  annotate(attributes: SpanAttributes): void;
  /** Runs work in a new trace. */
  within<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Adds a finished step of `milliseconds` to the current trace; none outside of one. */
  step(name: string, milliseconds: number, attributes: SpanAttributes): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** `url` is the collector's base address. */
export function openTraces(options: { readonly url: string; readonly service: string }): Traces {
  const random = new RandomIdGenerator();
  let nextTraceId: string | null = null;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${options.url}/v1/traces` }) }),
    ],
    idGenerator: {
      generateTraceId() {
        const id = nextTraceId ?? random.generateTraceId();
        nextTraceId = null;
        return id;
      },
      generateSpanId: () => random.generateSpanId(),
    },
  });
  const tracer = provider.getTracer('comet');
  const current = new AsyncLocalStorage<Span>();
  return {
    beginRequest(traceId) {
      nextTraceId = traceId;
      const span = tracer.startSpan('request', { root: true, kind: SpanKind.SERVER });
      current.enterWith(span);
      return { name: (name) => void span.updateName(name), end: (...how) => endSpan(span, ...how) };
    },
    finished(name, milliseconds, attributes, traceId) {
      nextTraceId = traceId ?? null;
      const now = Date.now();
      tracer.startSpan(name, { root: true, startTime: now - milliseconds, attributes }).end(now);
    },
    annotate(attributes) {
      current.getStore()?.setAttributes(attributes);
    },
    async within(name, work) {
      const span = tracer.startSpan(name, { root: true });
      return current.run(span, async () => {
        try {
          const result = await work();
          endSpan(span, {}, false);
          return result;
        } catch (error) {
          endSpan(span, {}, true);
          throw error;
        }
      });
    },
    step(name, milliseconds, attributes) {
      const parent = current.getStore();
      if (parent === undefined) return;
      const now = Date.now();
      const span = tracer.startSpan(
        name,
        { startTime: now - milliseconds, attributes },
        trace.setSpan(context.active(), parent),
      );
      span.end(now);
    },
    close: () => provider.shutdown(),
  };
}

function endSpan(span: Span, attributes: SpanAttributes, isFailure: boolean): void {
  span.setAttributes(attributes);
  if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
