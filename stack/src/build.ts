import { rm } from 'node:fs/promises';
import { bundle } from './bundle.ts';
import { buildDashboard } from './dashboard/build.ts';
import { wordsFor } from './refusal.ts';
import { inRepository } from './repository.ts';

/** The programs of each app: file name in its dist/ and entry. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'apps/api': { 'comet-api': 'src/main.ts' },
  'apps/gateway': { 'comet-gateway': 'src/main.ts' },
  'apps/daemon': { cometd: 'src/main.ts', comet: 'src/comet.ts' },
};

async function buildPrograms(app: string): Promise<void> {
  await rm(inRepository(`${app}/dist`), { recursive: true, force: true });
  for (const [name, entry] of Object.entries(PROGRAMS[app] ?? {})) {
    await bundle(inRepository(`${app}/${entry}`), inRepository(`${app}/dist/${name}.mjs`));
  }
}

async function timed(name: string, work: Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work;
  console.log(`${name.padEnd(16)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

try {
  await Promise.all([
    ...Object.keys(PROGRAMS).map((app) => timed(app, buildPrograms(app))),
    timed(
      'apps/dashboard',
      buildDashboard(() => undefined),
    ),
  ]);
} catch (error) {
  console.error(wordsFor(error));
  process.exitCode = 1;
}
