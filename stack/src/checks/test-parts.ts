import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  benchCounts,
  benchFailures,
  linesThatBegin,
  type Counts,
  withExitCode,
  NONE,
  playwrightCounts,
  playwrightFailures,
  playwrightRetries,
  playwrightSkips,
} from './counts.ts';
import { installClusterPackages } from '../cluster/prerequisites.ts';
import {
  CONTAINER_COMMANDS,
  installMissingPackages,
  MACHINE_COMMANDS,
} from '../toolchain/debian-packages.ts';
import { installRust } from '../toolchain/rust.ts';
import { MAX_SECONDS, type TestPart, toolPart } from './test-part.ts';
import { type Outcome, runWithin } from './run-quietly.ts';
import { TOOL_ENVIRONMENT, TOOLS } from './tools.ts';
import { OLDEST_VERSION } from '../postgres/version.ts';
import { installCrate } from '../toolchain/cargo.ts';
import { RUST_PARTS } from './rust-parts.ts';
import { recordIfWanted } from './proof-results.ts';
import { RETRIED, SKIPPED } from './retried-test.ts';
import { vitestPart } from './vitest-part.ts';

const CLUSTER_TESTS = 'stack/test/cluster.net.test.ts';
const IMAGE_TESTS = 'stack/test/images.net.test.ts';
const GATEWAY_IMAGE_TESTS = 'e2e/src/gateway-image/gateway-image.net.test.ts';
const NATS_TESTS = ['nats-feed', 'nats-tls'].map((name) => `e2e/src/nats-feed/${name}.db.test.ts`);

/** Number of concurrent parts: more would slow each other down on two cores. */
export const AT_A_TIME = 3;

/** Exclusive resource of parts that use tunnels: their tests have time bounds. */
const tunnels = 'tunnels';

/** On the oldest PostgreSQL: all migrations, and the tests of accounts and payments. */
const OLDEST_POSTGRES_TESTS = [
  'apps/api/test/database/postgres-versions',
  'apps/api/test/accounts',
  'apps/api/test/payments',
];

/** Left out of them: two that repeat the same statements for a minute, and those whose every statement another of them executes. */
const NOT_ON_OLDEST_POSTGRES = [
  ...['webhook-storm', 'payment-event-order', 'billing', 'checkout-claims', 'lost-provider-calls'],
  ...['caller-address', 'deletion', 'deletion-payments', 'devices-and-tickets', 'email-change-elsewhere'],
  ...['pending-email-change', 'registration-flood', 'unverified-mail'],
];

/**
 * Every part, in starting order (decision 9): the longest first, so that the workers end at about the same time; the quick tools follow
 * the two longest, to report their findings early. The desktop app's tests follow the story, which uses the tunnels as well, and are near
 * the end, when little else runs: they compare the screen with packets by time.
 */
export const PARTS: readonly TestPart[] = [
  browserPart('story', 'playwright.config.ts', 'lab and browser', tunnels),
  browserPart('screens', 'screens.config.ts', 'browser'),
  ...Object.entries(TOOLS).map(([name, command]) =>
    toolPart(name, 'nothing', () => ({ command, env: TOOL_ENVIRONMENT })),
  ),
  vitestPart('network', 'lab', undefined, {
    project: 'network',
    words: [],
    env: { TEST_EXCLUDE: `${CLUSTER_TESTS} ${IMAGE_TESTS} ${GATEWAY_IMAGE_TESTS}` },
  }),
  vitestPart('database', 'nothing', undefined, {
    project: 'database',
    words: [],
    env: { TEST_EXCLUDE: NATS_TESTS.join(' ') },
  }),
  benchPart(),
  // Its tests run these programs. A failed build fails `cargo-test`.
  vitestPart('unit', 'nothing', async () => {
    if ((await installRust(console.log)) !== null) return;
    for (const crate of ['relay', 'dns-filter', 'transport'] as const)
      await installCrate(crate, () => undefined).catch(() => null);
  }),
  oldestPostgresPart(),
  browserPart('desktop', 'desktop.config.ts', 'desktop', tunnels),
  ...RUST_PARTS,
  debian13Part(),
  clusterPart(),
  imagesPart(),
  gatewayImagePart(),
  natsPart(),
];

/** A smoke run of every benchmark: each counts as one test, one that cannot run on this machine as skipped. */
function benchPart(): TestPart {
  return {
    name: 'bench',
    needs: 'lab',
    run: async () => {
      const outcome = await runWithin(MAX_SECONDS, [process.execPath, 'bench/src/main.ts', '--smoke']);
      const { code, output } = outcome;
      const counts = benchCounts(output, code);
      return {
        ...outcome,
        counts,
        failedTests: benchFailures(output),
        retriedTests: linesThatBegin(RETRIED, output),
        skips: linesThatBegin(SKIPPED, output),
      };
    },
  };
}

function oldestPostgresPart(): TestPart {
  return vitestPart('database-15', 'postgres-15', undefined, {
    project: 'database',
    words: OLDEST_POSTGRES_TESTS,
    env: {
      POSTGRES_VERSION: OLDEST_VERSION,
      TEST_EXCLUDE: `**/{${NOT_ON_OLDEST_POSTGRES.join(',')}}.db.test.ts`,
    },
  });
}

/** The packages under systemd, in containers of the next release; part `network` boots this machine's. */
function debian13Part(): TestPart {
  const part = vitestPart('debian-13', 'lab', undefined, {
    project: 'network',
    words: ['e2e/src/containers'],
    env: { DEBIAN_RELEASE: 'trixie' },
  });
  return { ...part, onlyByName: true };
}

/** Failures of a database cluster, whose time limits need the whole machine. */
function clusterPart(): TestPart {
  const part = vitestPart('cluster', 'lab', () => installClusterPackages(console.log), {
    project: 'network',
    words: [CLUSTER_TESTS],
    env: {},
  });
  return { ...part, onlyByName: true };
}

/** The OCI images: built, signed, and run by podman-compose. Building them takes minutes. */
function imagesPart(): TestPart {
  const part = vitestPart('images', 'lab', () => installMissingPackages(CONTAINER_COMMANDS, console.log), {
    project: 'network',
    words: [IMAGE_TESTS],
    env: {},
  });
  return { ...part, onlyByName: true };
}

/** Builds the disk image of a gateway and boots it in QEMU. */
function gatewayImagePart(): TestPart {
  const part = vitestPart(
    'gateway-image',
    'lab',
    () => installMissingPackages(MACHINE_COMMANDS, console.log),
    {
      project: 'network',
      words: [GATEWAY_IMAGE_TESTS],
      env: {},
    },
  );
  return { ...part, onlyByName: true };
}

/** Failures of NATS servers and API processes: two minutes on a busy machine. Property tests of the feed run by default. */
function natsPart(): TestPart {
  const part = vitestPart('nats', 'nothing', undefined, {
    project: 'database',
    words: NATS_TESTS,
    env: {},
  });
  return { ...part, onlyByName: true };
}

function browserPart(name: string, config: string, needs: TestPart['needs'], exclusive?: string): TestPart {
  return {
    name,
    needs,
    ...(exclusive === undefined ? {} : { exclusive }),
    run: async (folder) => {
      const file = join(folder, `${name}.json`);
      const command = ['playwright', 'test', '-c', `e2e/${config}`, '--reporter=list,json'];
      const outcome = await runWithin(MAX_SECONDS, command, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
      const counts = await countsFrom(file, playwrightCounts, outcome);
      await recordIfWanted(file);
      return {
        ...outcome,
        counts,
        failedTests: await readReport(file, playwrightFailures).catch(() => []),
        retriedTests: await readReport(file, playwrightRetries).catch(() => []),
        skips: await readReport(file, playwrightSkips).catch(() => []),
      };
    },
  };
}

/** Returns the counts in a report; without a report they are derived from the exit code. */
async function countsFrom<R>(file: string, count: (report: R) => Counts, { code }: Outcome): Promise<Counts> {
  try {
    return withExitCode(await readReport(file, count), code);
  } catch {
    return withExitCode(NONE, code === 0 ? 1 : code);
  }
}

const readReport = async <R, T>(file: string, read: (report: R) => T): Promise<T> =>
  read(JSON.parse(await readFile(file, 'utf8')) as R);
