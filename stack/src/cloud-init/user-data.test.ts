import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSources } from '@comet/foundation/environment-sources';
import { environment } from '@comet/gateway/environment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRepository } from '../repository.ts';
import { readUserData } from './user-data.ts';

const sources = 'Types: deb\n';
const values = {
  API_URL: 'https://api.example.com',
  TOKEN: 'token-of-an-hour',
  RESOLVER: '203.0.113.53',
  REPOSITORY: 'https://packages.example.com',
  SOURCES_SHA256: createHash('sha256').update(sources).digest('hex'),
};
const setup = '/run/comet-gateway-setup';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-cloud-init-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('is user data whose placeholders are documented', async () => {
  const { template } = await readUserData(values);
  expect(template.split('\n')[0]).toBe('#cloud-config');
  const guide = await readFile(inRepository('docs/operations.md'), 'utf8');
  for (const name of Object.keys(values)) expect(guide).toContain(`\`@${name}@\``);
  await expect(readUserData({ ...values, TOKEN: undefined as never })).rejects.toThrow('@TOKEN@');
});

test('the agent accepts its settings in production, and the unit reads the file, which only root can', async () => {
  const { fileAt } = await readUserData(values);
  const install = fileAt(`${setup}/install`).content;
  const unit = await readFile(inRepository('deploy/systemd/comet-gateway.service'), 'utf8');
  const path = /^EnvironmentFile=(.+)$/m.exec(unit)?.[1] ?? '';
  const { content, permissions } = fileAt(`${setup}/environment`);
  expect(permissions).toBe('0600');
  expect(install).toContain(`install -D -m 0600 ${setup}/environment ${path}\n`);
  // Its alerts need the metrics.
  expect(content).toMatch(/^METRICS_PORT=9465$/m);
  const rows = `${content}UPLINK_INTERFACE=eth0\nPUBLIC_IPV4=203.0.113.7\n`.trim().split('\n');
  const variables = Object.fromEntries(rows.map((row) => row.split('=', 2) as [string, string]));
  expect(Object.keys(environment.shape)).toEqual(expect.arrayContaining(Object.keys(variables)));
  expect(readSources(environment, { ...variables, STATE_DIR: '/var/lib/comet-gateway' }).ok).toBe(true);
  expect(variables).toMatchObject({ COMET_ENV: 'production', ENROL_TOKEN: values.TOKEN });
});

test('the settings are complete before they are where the agent starts with them', async () => {
  const { runcmd, fileAt } = await readUserData(values);
  expect(runcmd).toEqual(['set -e', `sh ${setup}/find-network ${setup}/environment`, `sh ${setup}/install`]);
  const { name } = parse(await readFile(inRepository('deploy/packages/comet-gateway/nfpm.yaml'), 'utf8')) as {
    name: string;
  };
  expect(fileAt(`${setup}/install`).content).toMatch(new RegExp(`apt-get install -y ${name}$`, 'm'));
  const release = await readFile(inRepository('stack/src/release/repository.ts'), 'utf8');
  expect(release).toContain("join(folder, 'comet.sources')");
  for (const file of ['find-network', 'install'])
    execFileSync('sh', ['-n'], { input: fileAt(`${setup}/${file}`).content });
});

/** Runs the installation with recorded commands in place of curl, install, apt-get and systemctl. */
async function runInstall(served: string, { hasPackage = false } = {}) {
  const calls = join(folder, 'calls');
  await writeFile(calls, '');
  const fakes = {
    curl: `printf '%s' '${served.trimEnd()}\n' > ${folder}/comet.sources`,
    install: `for to; do :; done; echo install "$to" >> ${calls}`,
    'apt-get': `echo apt-get "$@" >> ${calls}`,
    systemctl: `echo systemctl "$@" >> ${calls}`,
  };
  await rm(join(folder, 'package'), { recursive: true, force: true });
  if (hasPackage) {
    await mkdir(join(folder, 'package'));
    await writeFile(join(folder, 'package/comet-gateway'), '');
  }
  for (const [name, script] of Object.entries(fakes)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  const { fileAt } = await readUserData(values);
  const script = fileAt(`${setup}/install`)
    .content.replaceAll(setup, folder)
    .replaceAll('/usr/lib/comet-gateway', join(folder, 'package'));
  const { status } = spawnSync('sh', [], {
    input: script,
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
  });
  return { status, calls: (await readFile(calls, 'utf8')).trim().split('\n') };
}

test('installs from the repository only if its source has the expected content', async () => {
  const settings = 'install /etc/comet-gateway/environment';
  const tools = ['apt-get update', 'apt-get install -y ca-certificates curl'];
  const source = 'install /etc/apt/sources.list.d/comet.sources';
  expect(await runInstall(sources)).toEqual({
    status: 0,
    calls: [settings, ...tools, source, 'apt-get update', 'apt-get install -y comet-gateway'],
  });
  expect(await runInstall('Types: other\n')).toEqual({ status: 1, calls: [settings, ...tools] });
});

test('starts the package of an image and downloads nothing', async () => {
  expect(await runInstall('Types: other\n', { hasPackage: true })).toEqual({
    status: 0,
    calls: ['install /etc/comet-gateway/environment', 'systemctl start comet-gateway.service'],
  });
});
