import { rm } from 'node:fs/promises';
import { build } from 'rolldown';
import { buildDashboard } from './dashboard/build.ts';
import { wordsFor } from './refusal.ts';
import { inRepository } from './repository.ts';

/** The programs of each app: file name in its dist/ and entry. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'apps/api': { 'comet-api': 'src/main.ts' },
  'apps/gateway': { 'comet-gateway': 'src/main.ts' },
  'apps/daemon': { cometd: 'src/main.ts', comet: 'src/comet.ts' },
};

/** Native code cannot be bundled; pg's own is optional and not used. */
const EXTERNAL = ['@node-rs/argon2', 'pg-native'];

/** Bundles every program of an app into one ES module file in its dist/, ready for Node alone. */
async function bundle(app: string): Promise<void> {
  await rm(inRepository(`${app}/dist`), { recursive: true, force: true });
  for (const [name, entry] of Object.entries(PROGRAMS[app] ?? {})) {
    await build({
      input: inRepository(`${app}/${entry}`),
      platform: 'node',
      external: EXTERNAL,
      logLevel: 'silent',
      output: {
        file: inRepository(`${app}/dist/${name}.mjs`),
        format: 'esm',
        codeSplitting: false,
        sourcemap: true,
      },
    });
  }
}

async function timed(name: string, work: Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work;
  console.log(`${name.padEnd(16)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

try {
  await Promise.all([
    ...Object.keys(PROGRAMS).map((app) => timed(app, bundle(app))),
    timed(
      'apps/dashboard',
      buildDashboard(() => undefined),
    ),
  ]);
} catch (error) {
  console.error(wordsFor(error));
  process.exitCode = 1;
}
