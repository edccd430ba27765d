import { expect, test } from 'vitest';
import { passkeyName } from './add-passkey.ts';

const nobody = '00000000-0000-0000-0000-000000000000';
const bitwarden = { aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349', transports: ['internal'] };

test('a passkey is named after its provider, a plugged-in one after its transport', () => {
  expect(passkeyName(bitwarden, [])).toBe('Bitwarden');
  expect(passkeyName({ aaguid: nobody, transports: ['usb', 'nfc'] }, [])).toBe('Security key');
  for (const transports of [[], ['internal', 'hybrid'], ['hybrid', 'usb'], ['new-kind']])
    expect(passkeyName({ aaguid: nobody, transports }, [])).toBe('Passkey');
});

test('gives each passkey of an account a unique name', () => {
  expect(passkeyName(bitwarden, ['Passkey'])).toBe('Bitwarden');
  expect(passkeyName(bitwarden, ['Bitwarden', 'Bitwarden 3'])).toBe('Bitwarden 2');
  expect(passkeyName(bitwarden, ['Bitwarden', 'Bitwarden 2'])).toBe('Bitwarden 3');
});
