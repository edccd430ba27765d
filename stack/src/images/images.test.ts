import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inRepository } from '../repository.ts';
import { configArguments, IMAGES } from './descriptions.ts';
import { debIn } from './deb-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'comet-images-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['an unknown option', ['--tag', 'x'], /^npm run images takes --packages DIR/],
  ['an unknown architecture', ['--arch', 'riscv64'], /--arch amd64 or arm64/],
  [
    'an unknown image',
    ['comet-app'],
    /^There is no image comet-app: choose from comet-control, comet-gateway, /,
  ],
])('%s is rejected with the choices', (_, words, refusal) => {
  const command = [inRepository('stack/src/images/images.ts'), ...words];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(refusal);
});

test('an image needs exactly one version of its package for the architecture', async () => {
  const needed = () => debIn(folder, 'comet-control', 'arm64');
  writeFileSync(join(folder, 'comet-control_0.1.0_amd64.deb'), '');
  await expect(needed()).rejects.toThrow(
    `${folder} has no comet-control_…_arm64.deb: run npm run package first.`,
  );
  const deb = join(folder, 'comet-control_0.1.0_arm64.deb');
  writeFileSync(deb, '');
  expect(await needed()).toBe(deb);
  writeFileSync(join(folder, 'comet-control_0.2.0_arm64.deb'), '');
  await expect(needed()).rejects.toThrow(`${folder} has several versions of comet-control: leave one.`);
});

test('an image states its program, user, volume and stop signal', () => {
  const control = IMAGES.find(({ name }) => name === 'comet-control');
  expect(configArguments(control ?? expect.fail(), '0.1.0')).toEqual([
    ...['--user', 'comet-control', '--entrypoint', '["/usr/lib/comet-control/start"]', '--cmd', 'serve'],
    ...['--env', 'KEYS_DIR=/var/lib/comet-control/keys', '--env', 'WEB_DIR=/var/lib/comet-control/web'],
    ...['--volume', '/var/lib/comet-control/keys', '--volume', '/var/lib/comet-control/attachments'],
    ...['--volume', '/var/lib/comet-control/web'],
    ...['--stop-signal', 'SIGTERM'],
    ...['--label', 'org.opencontainers.image.title=comet-control'],
    ...['--label', 'org.opencontainers.image.version=0.1.0'],
  ]);
});
