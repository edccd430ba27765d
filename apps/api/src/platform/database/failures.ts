import pg from 'pg';

/** The last one is of Node's TLS sockets, with the code `ECONNRESET`. */
const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|socket disconnected before secure TLS/;

/** Returns whether an error means that the database is unavailable: down, starting, or out of connections. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // Connections that fail (08), too many of them (53300), a server that stops or starts (57P).
  if (error instanceof pg.DatabaseError) return /^(08|57P|53300)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const { syscall = '', code = '' } = error as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return isBroken(syscall, code) || lostConnection.test(error.message);
}

/** Returns whether a socket broke while in use. A client that disconnects within its body also has `ECONNRESET`, without a system call. */
function isBroken(syscall: string, code: string): boolean {
  return /^(?:read|write)$/.test(syscall) && /^(?:ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/.test(code);
}

/** Returns whether an error means that the database cannot write: its disk is full (53100) or fails (58), or it is read-only (25006). */
export function isDatabaseReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(53100|53400|58|25006)/.test(error.code ?? '');
}

/** Returns whether an error means that a statement did not get a lock within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/** Classes of SQLSTATE (PostgreSQL, appendix A): cardinality violation, data exception, integrity constraint violation. */
const dataClasses = new Set(['21', '22', '23']);

/** Returns whether the database has refused the values of a statement: the same statement would fail again. */
export function isDataError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && dataClasses.has(error.code?.slice(0, 2) ?? '');
}
