import { buildDashboard } from './dashboard/build.ts';
import {
  apps,
  buildApp,
  buildComet,
  buildGatewayCrates,
  buildPrograms,
  buildSharedCrates,
} from './programs.ts';
import { errorText } from './user-error.ts';
import { buildSite } from './site/build.ts';

async function timed(name: string, work: Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work;
  console.log(`${name.padEnd(16)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

try {
  await Promise.all([
    ...apps.map((app) => timed(app, buildPrograms(app))),
    timed(
      'apps/dashboard',
      buildDashboard(() => undefined),
    ),
    timed(
      'apps/site',
      buildSite(() => undefined, process.env['CATALOGUE_FILE'] ?? null),
    ),
  ]);
  await timed('comet', buildComet());
  await timed('crates of gateway and client', buildSharedCrates());
  await timed('gateway crates', buildGatewayCrates());
  await timed('apps/desktop', buildApp());
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
