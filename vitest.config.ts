import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**', '**/.tsbuild/**', '**/.comet/**'];
const database = '**/*.db.test.ts';
const network = '**/*.net.test.ts';

/**
 * Milliseconds that a thing may take to come true: a machine that others use may stand still for seconds. What has a limit names its own.
 */
const expectations = { poll: { timeout: 20_000 } };

/** Before every file: property tests draw as much as they name. */
const setupFiles = ['./stack/test/property-test-size.ts'];

/**
 * Three kinds of tests, by their names: pure ones, ones that need PostgreSQL, ones that need root and network namespaces.
 * Who needs the second try is named at the end of the run (decision 9).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...never, database, network],
          // Pure ones share their modules: loading them anew for each file took three quarters of the time.
          isolate: false,
          // Property tests and those that start a process, on a machine that has other work as well.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          setupFiles,
          expect: expectations,
          retry: 1,
        },
      },
      {
        test: {
          name: 'database',
          include: [database],
          exclude: never,
          // As above; each file has a database of its own, and what it starts is its own too.
          isolate: false,
          // Of two cores one alone would work by default, while PostgreSQL keeps the tests waiting.
          maxWorkers: 2,
          globalSetup: ['./stack/test/database-setup.ts'],
          // They run beside two other parts of `npm test`, and some race fifty clients.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          setupFiles,
          expect: expectations,
          retry: 1,
        },
      },
      {
        test: {
          name: 'network',
          include: [network],
          exclude: never,
          // Each file has namespaces of its own and mostly waits; more than two would be in each other's way on two cores.
          maxWorkers: 2,
          globalSetup: ['./stack/test/network-setup.ts'],
          // The first start of a whole service takes minutes beside other builds.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          setupFiles,
          expect: expectations,
          retry: 1,
        },
      },
    ],
  },
});
