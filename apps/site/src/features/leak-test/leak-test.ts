import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const leakTest = z.object({
  /** ISO 8601. */
  finishedAt: z.iso.datetime(),
  tests: z.int().check(z.positive()),
  /** Packets of the client outside the tunnel, with our rules in place. */
  packetsOutside: z.int().check(z.nonnegative()),
  /** The same without our rules; zero would mean that the capture detects nothing. */
  packetsWithoutRules: z.int().check(z.positive()),
});

export type LeakTest = z.infer<typeof leakTest>;

/** The last recorded run of the leak tests (e2e/src/leaks/results-reporter.ts); null before the first. Throws on a file of another shape. */
export function lastLeakTest(): LeakTest | null {
  const file = join(process.cwd(), 'apps/site/src/features/leak-test/last-leak-test.json');
  return existsSync(file) ? z.parse(leakTest, JSON.parse(readFileSync(file, 'utf8'))) : null;
}
