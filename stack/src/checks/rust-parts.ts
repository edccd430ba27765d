import { buildDesktopScreens } from '../desktop/build.ts';
import { cargo } from '../machine/cargo.ts';
import { cargoDeny } from '../machine/cargo-deny.ts';
import { cargoCounts, cargoFailures, honest, NONE } from './counts.ts';
import { LONGEST, type Part, toolPart } from './part.ts';
import type { Outcome } from './run-quietly.ts';
import { runWithin } from './run-within.ts';
import { secondTry } from './second-try.ts';

/** The packages that are built with WebKit's headers; the workspace's default members are all others. */
const WITH_WEBKIT = ['--package=comet-desktop', '--package=empty-window'];

/** The parts of `npm test` for the Cargo workspace. */
export const RUST_PARTS: readonly Part[] = [
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

/** The tests of the default members. If one fails, all run a second time, as in vitest (decision 9). */
async function runTests(): ReturnType<Part['run']> {
  const { command, env } = cargo('test', ['--locked', '--quiet', '--no-fail-fast']);
  const run = (): Promise<Outcome> => runWithin(LONGEST, command, env);
  const first = await run();
  const outcome = first.code === 0 ? first : await run();
  const counts = honest(cargoCounts(outcome.output), outcome.code);
  return { ...outcome, counts, secondTries: outcome.code === 0 ? triedTwice(first) : [], skips: [] };
}

/** The tests that failed in the first run. */
function triedTwice({ code, output }: Outcome): readonly string[] {
  if (code === 0) return [];
  const names = cargoFailures(output);
  const why = { message: output.slice(-200) };
  return names.length > 0 ? names.map((name) => `cargo-test › ${name}`) : [secondTry('cargo-test', why)];
}

/** Licences, sources and banned packages of everything in Cargo.lock, by deny.toml. Skipped where cargo-deny cannot be built. */
async function runDeny(folder: string): ReturnType<Part['run']> {
  const deny = await cargoDeny(['check', 'bans', 'licenses', 'sources']);
  if (typeof deny !== 'string') return toolPart('cargo-deny', 'rust', () => deny).run(folder);
  const skips = [`cargo-deny was skipped: ${deny}`];
  return { code: 0, output: '', seconds: 0, counts: { ...NONE, skipped: 1 }, secondTries: [], skips };
}
