import { variable } from '@comet/foundation/environment';
import * as z from 'zod/mini';

/** The variable with which a program sends traces. */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(z.optional(z.string().check(z.regex(/^https?:\/\/\S+$/))), {
    must: 'an address like http://127.0.0.1:4318',
    meaning:
      'an OpenTelemetry collector, to which traces are sent by OTLP over HTTP (`/v1/traces` is appended); without it there are none',
  }),
};

/** The base address of the collector without a slash at its end; null where none is set. */
export function collectorUrl(from: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}): string | null {
  return from.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null;
}
