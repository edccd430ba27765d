/** Who makes and keeps passkeys, by the AAGUID that their authenticators give (the FIDO community's list of them). */
const makers: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
};

const pluggedIn = new Set(['usb', 'nfc', 'ble', 'smart-card']);

/**
 * What a new passkey is called until its owner calls it something else: by its maker, else by how it is reached. A name that the
 * account has already gets a number.
 */
export function passkeyName(
  made: { readonly aaguid: string; readonly transports: readonly string[] },
  taken: readonly string[],
): string {
  const { aaguid, transports } = made;
  const isKey = transports.length > 0 && transports.every((transport) => pluggedIn.has(transport));
  const name = makers[aaguid] ?? (isKey ? 'Security key' : 'Passkey');
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    if (!taken.includes(`${name} ${number}`)) return `${name} ${number}`;
  }
}
