import type { Log, LogEntry, LogFields, LogLevel } from '@comet/foundation/log';
import { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';

/** The server's log for a Fastify server. Its own lines about a request omit `req` and `res`, which contain headers. */
export function serverLog(log: Log): FastifyBaseLogger {
  const { level, child, fatal, error, warn, info, debug, trace } = log;
  const only = (write: (...entry: LogEntry) => void) =>
    function entry(fields: unknown, event?: string): void {
      if (typeof fields === 'string') write(fields);
      else write(withoutHeaders(fields), event ?? 'server');
    };
  return {
    ...{ level, silent: () => undefined },
    ...{ fatal: only(fatal), error: only(error), warn: only(warn) },
    ...{ info: only(info), debug: only(debug), trace: only(trace) },
    // The server's serializers are not used: ours keep customer rows out of the log.
    child: (fields: LogFields, options: { readonly level?: string } = {}) =>
      serverLog(child(fields, (options.level ?? level) as LogLevel)),
  } as FastifyBaseLogger;
}

/** No lines about single requests from Fastify, except for responses that fail after their head: no error handler receives these. */
export class RequestLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });
  }

  override streamError(error: Error & { readonly code?: string }, request: FastifyRequest): void {
    // The client has disconnected.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') request.log.error({ err: error }, 'response failed');
  }
}

/** A bare error is described as `err`. */
function withoutHeaders(fields: unknown): LogFields {
  if (fields instanceof Error) return { err: fields };
  return Object.fromEntries(
    Object.entries(fields as object).filter(([name]) => name !== 'req' && name !== 'res'),
  );
}
