import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useKeysFixture } from '../../gateways/keys-fixture.ts';

const fixture = useKeysFixture();

test('each command of keys leaves an audit line', async () => {
  const actions = async () =>
    (await fixture.db.selectFrom('operatorActions').select('action').orderBy('id').execute()).map(
      ({ action }) => action,
    );
  const [bundle, secret] = [`${fixture.newFolder()}.bundle`, `${fixture.newFolder()}.passphrase`];
  await writeFile(secret, 'correct horse battery staple\n', { mode: 0o600 });
  await fixture.ops('init');
  await fixture.ops('rotate feed');
  await rm(join(fixture.folder, 'support.key'));
  await fixture.ops('replace-lost');
  await fixture.ops(`export ${bundle} --passphrase ${secret}`);
  await fixture.ops(`import ${bundle} --passphrase ${secret}`, fixture.newFolder());
  const expected = ['init_keys', 'rotate_key', 'replace_lost_keys', 'export_keys', 'import_keys'];
  expect(await actions()).toEqual(expected);
});
