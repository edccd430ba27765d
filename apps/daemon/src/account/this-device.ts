import { api as contract } from '@comet/contract';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Api } from '../platform/api.ts';
import type { MemoryFile } from '../platform/state-file.ts';

/**
 * Why this device may no longer connect, as far as its place in the account goes; null while it may, and while the API does not
 * say. OpenVPN's credentials are the account's, so a gateway cannot tell a removed device from another.
 */
export async function deviceRefusal(
  { file, api }: { readonly file: MemoryFile; readonly api: Api },
  signal: AbortSignal,
): Promise<BlockReason | null> {
  const { account } = file.current;
  if (account === null) return 'not_signed_in';
  const listed = await api.call(contract.listDevices, { signal });
  if (listed.ok)
    return listed.value.devices.some(({ id }) => id === account.deviceId) ? null : 'device_removed';
  return listed.error.kind === 'refused' && listed.error.status === 401 ? 'authentication_failed' : null;
}
