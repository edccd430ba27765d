import { CredentialRows } from './credential-rows.tsx';
import { OpenvpnFiles } from './openvpn-files.tsx';

/** Credentials first: no file works without them. */
export function OpenvpnPanel() {
  return (
    <>
      <CredentialRows />
      <OpenvpnFiles />
    </>
  );
}
