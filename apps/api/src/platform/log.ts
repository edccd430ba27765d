import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * A JSON log with levels. It omits a database error's `detail`, which would contain customer rows, and replaces email addresses and bearer
 * tokens, which messages of other programs (a mail server, a provider) may contain.
 */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino(
    { level, serializers: { err: describeError }, hooks: { streamWrite: withoutSecrets } },
    destination,
  );
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: messageIn(error) };
  const { name: type, message, stack, cause } = error;
  return {
    type,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** The job queue reports errors as plain objects. */
function messageIn(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

const email = /[^\s"'<>()[\]{}:;,@\\]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
const bearer = /\bBearer [\w.~+/=-]+/gi;

function withoutSecrets(line: string): string {
  return line.replace(bearer, 'Bearer [token]').replace(email, '[email]');
}
