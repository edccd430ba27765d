import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { hashOfSources } from '../vite-app.ts';
import { siteSources } from './build.ts';

test('other addresses and other packages change the site’s hash', async () => {
  const catalogue = inRepository('apps/site/src/features/catalogue/last-known.json');
  const packages = await mkdtemp(join(tmpdir(), 'comet-site-'));
  const environments = [
    {},
    { SITE_URL: 'https://other.example' },
    { DASHBOARD_URL: 'https://other.example' },
    { SOURCES_URL: 'https://other.example' },
    { PACKAGES_DIR: packages },
    { COMPANY_NAME: 'Acme Networks GmbH' },
  ];
  const made = await Promise.all(environments.map((environment) => siteSources(catalogue, environment)));
  await writeFile(join(packages, 'comet_1.0.0_amd64.deb'), 'package');
  made.push(await siteSources(catalogue, { PACKAGES_DIR: packages }));
  expect(new Set(made).size).toBe(made.length);
  expect(await siteSources(catalogue, { PATH: '/usr/bin' })).toBe(made[0]);
  await rm(packages, { recursive: true });
});

test('another API address changes the dashboard’s hash', async () => {
  const app = { folder: 'apps/dashboard', packages: [] };
  const plain = await hashOfSources(app, {});
  expect(await hashOfSources(app, { VITE_API_URL: 'https://other.example' })).not.toBe(plain);
  expect(await hashOfSources(app, { PATH: '/usr/bin' })).toBe(plain);
});
