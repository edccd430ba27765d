import type { Api, ApiFailure } from '../platform/api.ts';
import type { MemoryFile } from '../platform/state-file.ts';

/** How many sign-outs may wait for the API; a person who does that more often is signed in somewhere else by now. */
const most = 8;

/** Notes that an account leaves this machine, for `bidFarewells`. */
export function withFarewell(
  { farewells }: MemoryFile['current'],
  { accessToken, deviceId }: { readonly accessToken: string; readonly deviceId: string },
) {
  return [...farewells, { accessToken, deviceId }].slice(-most);
}

/**
 * Tells the API of the accounts that left this machine: the device gives up its place, and its token is revoked. What the API does not
 * hear now is kept, because it would forget neither by itself for a long time.
 */
export async function bidFarewells(file: MemoryFile, api: Api): Promise<void> {
  for (const farewell of file.current.farewells) {
    const { accessToken, deviceId } = farewell;
    const removed = await api.call('removeDevice', { accessToken, params: { id: deviceId } });
    if (!removed.ok && isPassing(removed.error)) continue;
    const revoked = await api.call('logOut', { accessToken });
    if (!revoked.ok && isPassing(revoked.error)) continue;
    const left = file.current.farewells.filter((one) => one !== farewell);
    await file.change({ farewells: left });
  }
}

/** Any other refusal says that there is nothing left to give up: the device is gone, or the token has expired. */
function isPassing(failure: ApiFailure): boolean {
  return failure.kind === 'unreachable' || failure.status >= 500 || failure.status === 429;
}
