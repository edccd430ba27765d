import { isPrivateAddress } from '@comet/observability';
import { variable } from '@comet/foundation/environment';
import * as z from 'zod/mini';

/** The variables of metrics and traces. */
export const metricsVariables = {
  METRICS_PORT: variable(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65535))), {
    must: 'a port, 1 to 65535',
    meaning:
      'the port of `/metrics` for Prometheus, usually 9464; without it none is opened. Each replica on one host needs its own. See [monitoring](#monitoring)',
  }),
  METRICS_HOST: variable(z._default(z.string().check(z.refine(isPrivateAddress)), '127.0.0.1'), {
    must: 'a loopback or private address of this machine',
    meaning:
      'the listening address of `/metrics`: the loopback, or an address in a private network of your machines',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(z.optional(z.string().check(z.regex(/^https?:\/\/\S+$/))), {
    must: 'an address like http://127.0.0.1:4318',
    meaning:
      'an OpenTelemetry collector, to which traces are sent by OTLP over HTTP (`/v1/traces` is appended); without it there are none',
  }),
};
