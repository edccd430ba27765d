import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**', '**/.comet/**'];
/** Globs of test files that a part of `npm test` leaves out: the option `--exclude` does not reach projects. */
const leftOut = process.env['TEST_EXCLUDE']?.split(' ') ?? [];
const database = '**/*.db.test.ts';
const network = '**/*.net.test.ts';

/** Maximum wait of `expect.poll` in ms: a shared machine may stall for seconds. Tests of a time limit pass their own. */
const expectations = { poll: { timeout: 20_000 } };

/** Runs before every test file: sets the size of the values that property tests generate. */
const setupFiles = ['./stack/test/property-test-size.ts'];

/** V8's young generation starts at its usual maximum in MB: growing to it took a tenth of the CPU time of unit tests. */
const execArgv = ['--min-semi-space-size=16'];

/**
 * Three kinds of tests by file name: unit tests, tests that need PostgreSQL, and tests that need root and network namespaces.
 * Tests that passed only in the second attempt are listed at the end of the run (decision 9).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...never, database, network],
          // Unit tests share their modules: loading them again for each file took three quarters of the time.
          isolate: false,
          // Allows for property tests and started processes on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          execArgv,
          setupFiles,
          expect: expectations,
          retry: 1,
        },
      },
      {
        test: {
          name: 'database',
          include: [database],
          exclude: [...never, ...leftOut],
          // As above. Each file uses a separate database and the processes that it starts.
          isolate: false,
          // On two cores the default is one worker, which would be idle while it waits for PostgreSQL.
          maxWorkers: 2,
          globalSetup: ['./stack/test/database-setup.ts'],
          // They run concurrently with two other parts of `npm test`, and some start fifty concurrent clients.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          execArgv,
          setupFiles,
          expect: expectations,
          retry: 1,
        },
      },
      {
        test: {
          name: 'network',
          include: [network],
          exclude: [...never, ...leftOut],
          // Each file creates its own namespaces and mostly waits; more than two would slow each other down on two cores.
          maxWorkers: 2,
          globalSetup: ['./stack/test/network-setup.ts'],
          // The first start of a whole service takes minutes while other builds run.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          execArgv,
          setupFiles,
          expect: expectations,
          retry: 1,
        },
      },
    ],
  },
});
