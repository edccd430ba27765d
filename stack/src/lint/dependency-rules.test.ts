import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal } from './dependency-rules.ts';

describe('dependencies between packages', () => {
  test.each([
    ['apps/api/src/main.ts', '@comet/contract'],
    ['apps/daemon/src/main.ts', '@comet/texts'],
    ['apps/api/src/operator-console/page.ts', '@comet/texts/operator-console'],
    ['apps/gateway/src/main.ts', 'node:fs'],
    ['apps/exit/src/main.ts', '@comet/foundation/state-file'],
    ['bench/src/main.ts', '@comet/foundation/state-file'],
    ['apps/api/src/features/orders/orders.db.test.ts', '@comet/testing'],
    ['bench/src/scale/scale.ts', '@comet/testing/data-set'],
    ['apps/api/test/social/social.db.test.ts', '@comet/sandbox'],
    ['stack/src/start.ts', '@comet/lab'],
    ['bench/src/main.ts', '@comet/stack'],
    ['vitest.config.ts', './stack/anything.ts'],
  ])('%s may import %s', (importer, specifier) => {
    expect(refusal(importer, specifier)).toBeNull();
  });

  test.each([
    [
      'apps/api/src/main.ts',
      '@comet/gateway',
      /^apps\/api may not import apps\/gateway\. Apps share nothing/,
    ],
    ['packages/foundation/src/result.ts', '@comet/contract', /imports nothing of ours/],
    ['packages/texts/src/index.ts', '@comet/client', /codes/],
    ['apps/daemon/src/main.ts', '@comet/lab', /^lab\/ is not part of the product/],
    ['apps/api/src/main.ts', '@comet/sandbox', /^sandbox\/ is not part of the product/],
    ['apps/api/src/main.ts', '@comet/testing', /tests and benchmarks only/],
    ['apps/api/src/main.ts', '@comet/unheard-of', /no rule for @comet\/unheard-of/],
    ['apps/api/src/main.ts', '../../gateway/src/index.ts', /by its name/],
    ['apps/dashboard/src/main.tsx', '@comet/foundation/state-file', /a browser cannot load it/],
  ])('%s may not import %s', (importer, specifier, sentence) => {
    expect(refusal(importer, specifier)).toMatch(sentence);
  });
});

describe('dependencies within a package', () => {
  const order = 'apps/api/src/features/orders/place.ts';

  test('a feature imports another only through its index.ts', () => {
    expect(refusal(order, '../coupons/index.ts')).toBeNull();
    expect(refusal(order, './orders.store.ts')).toBeNull();
    expect(refusal(order, '../coupons/coupons.store.ts')).toMatch(/features\/coupons\/index\.ts/);
  });

  test('platform imports no feature', () => {
    expect(
      refusal('apps/api/src/platform/http/requests/mount.ts', '../../../features/orders/index.ts'),
    ).toMatch(/^platform/);
    expect(refusal('apps/api/src/main.ts', './features/orders/index.ts')).toBeNull();
  });
});

describe('layers of the daemon', () => {
  test.each([
    ['tunnel/machine.ts', '../platform/firewall/firewall.ts'],
    ['tunnel/states/connecting.ts', '../step.ts'],
    ['platform/admission/admission-endpoint.ts', '../../model/gateway.ts'],
    ['rpc/commands/commands.ts', '../../account/sign-in.ts'],
    ['daemon.ts', './rpc/server.ts'],
    ['platform/callers/callers.test.ts', '../../rpc/server.ts'],
  ])('%s may import %s', (importer, specifier) => {
    expect(refusal(`apps/daemon/src/${importer}`, specifier)).toBeNull();
  });

  test.each([
    [
      'platform/admission/admission-endpoint.ts',
      '../../gateways/directory.ts',
      /^platform\/ may not import gateways\//,
    ],
    ['gateways/directory.ts', '../tunnel/state.ts', /^gateways\/ may not import tunnel\//],
    ['tickets/standby-sessions.ts', '../tunnel/state.ts', /^tickets\/ may not import tunnel\//],
    ['account/sign-out.ts', '../split/splitter.ts', /^account\/ may not import split\//],
    ['updates/on-demand.ts', '../rpc/commands/update-commands.ts', /^updates\/ may not import rpc\//],
    ['rpc/server.ts', '../daemon.ts', /^rpc\/ imports no file of apps\/daemon\/src itself/],
    ['tunnel/machine.ts', '../unlisted/thing.ts', /^tunnel\/ may not import unlisted\//],
    ['unlisted/thing.ts', '../model/gateway.ts', /has no layer/],
  ])('%s may not import %s', (importer, specifier, sentence) => {
    expect(refusal(`apps/daemon/src/${importer}`, specifier)).toMatch(sentence);
  });
});

describe('the configured linter', () => {
  const config = join(import.meta.dirname, '../../../.oxlintrc.json');
  const files = {
    'apps/api/src/bad.ts': "import { x } from '@comet/gateway';\nexport const y: unknown = x;\n",
    'apps/api/src/features/orders/bad.ts': "export * from '../coupons/coupons.store.ts';\n",
    'apps/dashboard/src/bad.tsx': [
      'export const Bad = ({ on }: { on: boolean }) => (',
      '  <p title="A title">',
      "    One sentence {on ? 'yes' : 'no'} {`and ${String(on)} another`} <code>comet login</code> ·",
      '  </p>',
      ');',
    ].join('\n'),
    'apps/api/src/operator-console/bad.ts': [
      "import { html } from './html.ts';",
      'export const bad = (on: boolean) => [',
      "  html`<h1 class=\"${on ? 'wide' : 'low'}\">Written ${on ? 'by day' : 'by night'} <code>comet-ops</code></h1>`,",
      '  html`<nav aria-label="Ways" id="${String(on)}">·</nav>`,',
      "  'Heading',",
      '];',
      "export const thrown = new Error('For developers only');",
    ].join('\n'),
    'apps/daemon/src/platform/bad.ts': "export type { State } from '../tunnel/state.ts';\n",
    'apps/api/src/good.ts': "export { ok } from '@comet/foundation';\n",
  };
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'comet-dependencies-'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('reports a forbidden import and a hard-coded sentence with the reason, and nothing else', async () => {
    const { stdout, code } = await oxlint(folder, config);
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { code: string; filename: string; message: string }[];
    };
    const texts = diagnostics.filter((diagnostic) => diagnostic.code === 'comet(texts)');
    expect(texts.map(({ message }) => message.replace(/" is written.*/, '')).toSorted()).toEqual([
      '"Heading',
      '"One sentence',
      '"Written',
      '"and   another',
      '"by day by night',
      '"yes no',
      'aria-label="Ways',
      'title="A title',
    ]);
    const violations = diagnostics.filter((diagnostic) => diagnostic.code === 'comet(dependencies)');
    expect(violations.map(({ filename, message }) => `${filename}: ${message}`).toSorted()).toEqual([
      expect.stringMatching(/^apps\/api\/src\/bad\.ts: apps\/api may not import apps\/gateway\./),
      expect.stringMatching(
        /^apps\/api\/src\/features\/orders\/bad\.ts: A feature imports another only through its public API/,
      ),
      expect.stringMatching(/^apps\/daemon\/src\/platform\/bad\.ts: platform\/ may not import tunnel\//),
    ]);
  });
});

function oxlint(cwd: string, config: string): Promise<{ stdout: string; code: number }> {
  const binary = join(import.meta.dirname, '../../../node_modules/oxlint/bin/oxlint');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [binary, '-c', config, '--format=json', '.'],
      { cwd },
      (_error, stdout) => {
        resolve({ stdout, code: child.exitCode ?? -1 });
      },
    );
  });
}
