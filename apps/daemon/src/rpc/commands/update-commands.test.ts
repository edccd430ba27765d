import { ok } from '@comet/foundation';
import { expect, test, vi } from 'vitest';
import type { Updates } from '../../updates/updates.ts';
import type { UpdateCommandParts } from './update-commands.ts';
import { setUp } from './commands-fixture.ts';

/** A daemon with a newer release, in a network that is metered if `isMetered` says so after it was read. */
function newerRelease(isMetered: () => boolean) {
  let read = false;
  const path = '/updates/comet.deb';
  const fetch = vi.fn<Updates['fetch']>(() => Promise.resolve(ok({ version: '0.3.0', path })));
  const check = () => Promise.resolve(ok({ version: '0.3.0', notes: 'Faster.', bytes: 1_000_000 }));
  const updates: UpdateCommandParts = {
    version: '0.2.0',
    open: () =>
      Promise.resolve({
        updates: { fetch, check },
        store: { hasPackage: () => Promise.resolve(false) },
      }) as unknown as ReturnType<UpdateCommandParts['open']>,
    mayQuery: () => true,
    network: {
      refresh() {
        read = true;
        return Promise.resolve();
      },
      isMetered: () => read && isMetered(),
    },
  };
  return { fetch, ...setUp([], { updates }) };
}

test('downloads no update on a metered network, and still says that there is one', async () => {
  const { ask, fetch } = newerRelease(() => true);
  expect(await ask('update.fetch')).toMatchObject({ ok: false, error: { error: 'update_metered' } });
  expect(fetch).not.toHaveBeenCalled();
  expect(await ask('update.check')).toMatchObject({ ok: true, value: { newer: { version: '0.3.0' } } });
});

test('downloads it on any other network, and once the network is no longer metered', async () => {
  let metered = true;
  const { ask, fetch } = newerRelease(() => metered);
  expect(await ask('update.fetch')).toMatchObject({ ok: false });
  metered = false;
  expect(await ask('update.fetch')).toMatchObject({ ok: true, value: { version: '0.3.0' } });
  expect(fetch).toHaveBeenCalledOnce();
});

test('the setting is saved, and applied at once', async () => {
  const settingsChanged = vi.fn<() => void>();
  const { ask, file } = setUp([], { meteredNetwork: { settingsChanged } });
  expect(await ask('metered.set', { metered: 'yes' })).toMatchObject({ ok: true });
  expect(file.current.settings.metered).toBe('yes');
  expect(settingsChanged).toHaveBeenCalledOnce();
  expect(await ask('metered.set', { metered: 'sometimes' })).toMatchObject({ ok: false });
});
