import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderSite } from './render-site.ts';

/** Writes its environment and its catalogue as the page, or fails like the site's build does for placeholders. */
const ASTRO = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
if (process.env.COMPANY_NAME?.startsWith('[')) {
  console.error('COMPANY_NAME is a placeholder');
  process.exit(1);
}
mkdirSync('apps/site/rendered', { recursive: true });
const catalogue = readFileSync(process.env.CATALOGUE_FILE, 'utf8');
writeFileSync('apps/site/rendered/index.html', JSON.stringify({ env: process.env, catalogue }));
`;

let folder: string;
let renderer: string;
let web: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-render-'));
  renderer = join(folder, 'renderer');
  web = join(folder, 'web');
  await mkdir(join(renderer, 'node_modules/astro/bin'), { recursive: true });
  await mkdir(join(renderer, 'apps/site'), { recursive: true });
  await writeFile(join(renderer, 'node_modules/astro/bin/astro.mjs'), ASTRO);
  await writeFile(join(renderer, '.sources'), 'one');
});
afterEach(() => rm(folder, { recursive: true }));

const render = (name: string, plans: readonly string[] = [], status: unknown = {}) =>
  renderSite({
    renderer,
    web,
    catalogue: { lasting: { plans }, status },
    environment: { COMPANY_NAME: name, SITE_URL: 'https://acme.org', DATABASE_URL: 'secret' },
  });
const page = async () =>
  JSON.parse(await readFile(join(web, 'site/index.html'), 'utf8')) as {
    readonly env: Readonly<Record<string, string>>;
    readonly catalogue: string;
  };

test('renders for production, from the catalogue and the variables of the pages only', async () => {
  expect(await render('Acme', ['one'])).toBe('rendered');
  const { env, catalogue } = await page();
  expect(env).toMatchObject({
    COMPANY_NAME: 'Acme',
    SITE_URL: 'https://acme.org',
    COMET_ENV: 'production',
  });
  expect(env).not.toHaveProperty('DATABASE_URL');
  expect(JSON.parse(catalogue)).toEqual({ plans: ['one'], status: {} });
});

test('renders again for another variable, plan or source, and not for another status', async () => {
  await render('Acme');
  expect(await render('Acme', [], { parts: ['down'] })).toBe('unchanged');
  expect(await render('Other')).toBe('rendered');
  expect(await render('Other', ['two'])).toBe('rendered');
  await writeFile(join(renderer, '.sources'), 'two');
  expect(await render('Other', ['two'])).toBe('rendered');
});

test('renders again for another package of the client', async () => {
  const packages = join(folder, 'packages');
  await mkdir(packages);
  const renderWith = () =>
    renderSite({
      renderer,
      web,
      catalogue: { lasting: { plans: [] }, status: {} },
      environment: { PACKAGES_DIR: packages },
    });
  await renderWith();
  expect(await renderWith()).toBe('unchanged');
  await writeFile(join(packages, 'comet_1.0.0_amd64.deb'), 'package');
  expect(await renderWith()).toBe('rendered');
});

test('keeps the previous site for running requests, and removes older ones', async () => {
  for (const name of ['One', 'Two', 'Three']) await render(name);
  const names = await readdir(web);
  expect(names.filter((name) => name.startsWith('site-'))).toHaveLength(2);
  expect(names).toHaveLength(3);
  expect(names).toContain(await readlink(join(web, 'site')));
});

test('a failure prints the renderer’s reason and leaves the site as it is', async () => {
  await render('Acme');
  await expect(render('[Company]')).rejects.toThrow(
    'The site was not rendered:\nCOMPANY_NAME is a placeholder',
  );
  expect((await page()).env['COMPANY_NAME']).toBe('Acme');
  expect((await readdir(web)).toSorted()).toEqual([await readlink(join(web, 'site')), 'site'].toSorted());
});

test('processes that render the same site at once all succeed', async () => {
  expect(await Promise.all([render('Acme'), render('Acme'), render('Acme')])).toEqual([
    'rendered',
    'rendered',
    'rendered',
  ]);
  expect((await page()).env['COMPANY_NAME']).toBe('Acme');
  expect((await readdir(web)).toSorted()).toEqual([await readlink(join(web, 'site')), 'site'].toSorted());
});
