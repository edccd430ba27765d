import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@comet/foundation/log';
import { systemClock } from '@comet/foundation';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, onTestFinished, test } from 'vitest';
import { openNames } from '../../names/open-names.ts';
import { fakeLocalResolver } from '../../platform/dns/local-resolver.fake.ts';
import type { State } from '../../tunnel/state.ts';
import { setUp } from './commands-fixture.ts';

async function withNames(unsupported: readonly 'own_lists'[] = []) {
  const stateDir = await mkdtemp(join(tmpdir(), 'comet-names-'));
  onTestFinished(() => rm(stateDir, { recursive: true }));
  const resolver = fakeLocalResolver();
  const file = { current: { settings: freshSettings } };
  const names = openNames({
    ...{ stateDir, resolver, clock: systemClock, log: silentLog },
    file: file as never,
    state: () => ({ kind: 'disconnected' }) as unknown as State,
    after: () => () => undefined,
  });
  const daemon = setUp(unsupported, names);
  // Both read the settings that the commands change.
  Object.defineProperty(file, 'current', { get: () => daemon.file.current });
  return { ...daemon, resolver };
}

const text = { kind: 'block', name: 'mine', text: 'ads.example' };

test('adds and removes lists with their texts, and replaces a text without a second list', async () => {
  const { ask, file, resolver } = await withNames();
  const row = { kind: 'block', source: 'mine', isUrl: false, names: 1, failure: null };
  expect(await ask('name-list.add-text', text)).toMatchObject({ ok: true, value: { lists: [row] } });
  const more = { ...text, text: 'ads.example\nb.example' };
  expect(await ask('name-list.add-text', more)).toMatchObject({ value: { lists: [{ ...row, names: 2 }] } });
  expect(resolver.reloads).toBe(1);
  const url = 'https://lists.example/hosts';
  expect(await ask('name-list.add-url', { kind: 'block', url })).toMatchObject({
    value: { lists: [{ source: 'mine' }, { source: url, isUrl: true, names: null, updatedAt: null }] },
  });
  expect(resolver.requests).toEqual([]);
  await ask('name-list.remove', { kind: 'block', source: 'mine' });
  expect(file.current.settings.nameLists).toEqual([{ kind: 'block', source: url }]);
});

test('refuses what it cannot apply, and changes nothing then', async () => {
  const { ask, file } = await withNames();
  const refusal = async (command: string, params: object) => {
    const done = await ask(command, params);
    return done.ok ? null : done.error.error;
  };
  expect(await refusal('name-list.add-text', { ...text, text: 'none' })).toBe('name_list_empty');
  expect(await refusal('name-list.remove', { kind: 'block', source: 'mine' })).toBe('name_list_unknown');
  expect(await refusal('name-list.update', {})).toBe('name_list_not_connected');
  expect(await refusal('allowed-names.remove', { names: ['a.example'] })).toBe('allowed_name_unknown');
  for (const url of ['http://lists.example/', 'https://user:word@lists.example/', 'lists.example'])
    expect(await refusal('name-list.add-url', { kind: 'block', url }), url).toBe('malformed_request');
  for (const name of ['example', 'A.example', '-.example', '10.0.0.1'])
    expect(await refusal('allowed-names.add', { names: [name] }), name).toBe('malformed_request');
  expect(file.current.settings).toEqual(freshSettings);
  for (let number = 0; number < 16; number += 1)
    await ask('name-list.add-text', { ...text, name: `${number}` });
  expect(await refusal('name-list.add-text', text)).toBe('name_list_too_many');
});

test('allows names once, and is unsupported where there is no resolver program', async () => {
  const { ask, file } = await withNames();
  await ask('allowed-names.add', { names: ['a.example', 'b.example'] });
  await ask('allowed-names.add', { names: ['a.example'] });
  await ask('allowed-names.remove', { names: ['b.example'] });
  expect(file.current.settings.allowedNames).toEqual(['a.example']);
  const elsewhere = await withNames(['own_lists']);
  expect(await elsewhere.ask('name-list.add-text', text)).toMatchObject({
    error: { error: 'unsupported_here', detail: 'own_lists' },
  });
});
