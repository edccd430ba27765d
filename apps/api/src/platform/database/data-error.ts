import pg from 'pg';

/** Classes of SQLSTATE (PostgreSQL, appendix A): cardinality violation, data exception, integrity constraint violation. */
const dataClasses = new Set(['21', '22', '23']);

/** Returns whether the database has refused the values of a statement: the same statement would fail again. */
export function isDataError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && dataClasses.has(error.code?.slice(0, 2) ?? '');
}
