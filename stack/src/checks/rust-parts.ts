import { buildDesktopScreens } from '../desktop/build.ts';
import { cargoDeny } from '../toolchain/cargo-deny.ts';
import { cargo } from '../toolchain/cargo.ts';
import { cargoCounts, cargoFailures, NONE, withExitCode } from './counts.ts';
import { describeFailure } from './retried-test.ts';
import { type Outcome, runWithin } from './run-quietly.ts';
import { MAX_SECONDS, type TestPart, toolPart } from './test-part.ts';

/** The packages that are built with WebKit's headers; the workspace's default members are all others. */
const WITH_WEBKIT = ['--package=comet-desktop', '--package=empty-window'];

/** The parts of `npm test` for the Cargo workspace. */
export const RUST_PARTS: readonly TestPart[] = [
  toolPart('cargo-fmt', 'rust', () => cargo('fmt', ['--all', '--check'])),
  toolPart('cargo-clippy', 'rust', () => clippy([])),
  toolPart('cargo-clippy-desktop', 'webkit', async () => {
    await buildDesktopScreens(() => undefined);
    return clippy(WITH_WEBKIT);
  }),
  { name: 'cargo-test', needs: 'rust', run: runTests },
  { name: 'cargo-deny', needs: 'rust', run: runDeny },
];

const clippy = (packages: readonly string[]) =>
  cargo('clippy', ['--locked', '--quiet', ...packages, '--all-targets', '--', '--deny=warnings']);

/** Runs the tests of the default members. If one fails, all are retried once, as in vitest (decision 9). */
async function runTests(): ReturnType<TestPart['run']> {
  const { command, env } = cargo('test', ['--locked', '--quiet', '--no-fail-fast']);
  const run = (): Promise<Outcome> => runWithin(MAX_SECONDS, command, env);
  const first = await run();
  const outcome = first.code === 0 ? first : await run();
  const counts = withExitCode(cargoCounts(outcome.output), outcome.code);
  const isRetried = first.code !== 0 && outcome.code === 0;
  const [failedTests, retriedTests] = [failedIn(outcome), isRetried ? failedIn(first) : []];
  return { ...outcome, counts, failedTests, retriedTests, skips: [] };
}

/** Returns the failed tests of a run. */
function failedIn({ code, output }: Outcome): readonly string[] {
  if (code === 0) return [];
  const names = cargoFailures(output);
  const why = { message: output.slice(-200) };
  return names.length > 0
    ? names.map((name) => `cargo-test › ${name}`)
    : [describeFailure('cargo-test', why)];
}

/** Checks licences, sources and banned packages in Cargo.lock with deny.toml. Skipped if cargo-deny cannot be built. */
async function runDeny(folder: string): ReturnType<TestPart['run']> {
  const deny = await cargoDeny(['check', 'bans', 'licenses', 'sources']);
  if (typeof deny !== 'string') return toolPart('cargo-deny', 'rust', () => deny).run(folder);
  const skips = [`cargo-deny was skipped: ${deny}`];
  const counts = { ...NONE, skipped: 1 };
  return { code: 0, output: '', seconds: 0, counts, failedTests: [], retriedTests: [], skips };
}
