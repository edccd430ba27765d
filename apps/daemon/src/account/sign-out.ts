import { proofOf } from '@comet/admission';
import type { Api, ApiFailure } from '../platform/control-plane/api.ts';
import type { AdmissionEndpoint } from '../platform/admission/admission-endpoint.ts';
import type { MemoryFile } from '../platform/files/state-file.ts';
import type { StandbySessions } from '../tickets/standby-sessions.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import type { Session } from '../model/session.ts';

/** How many sign-outs may wait for the API; a person who does that more often is signed in somewhere else by now. */
const most = 8;

/** Notes that an account leaves this machine, for `sendLogoutNotices`. */
function withLogoutNotice(
  { logoutNotices }: MemoryFile['current'],
  { accessToken, deviceId }: { readonly accessToken: string; readonly deviceId: string },
) {
  return [...logoutNotices, { accessToken, deviceId }].slice(-most);
}

/**
 * Tells the API of the accounts that left this machine: the device gives up its place, and its token is revoked. What the API does not
 * receive now is kept, because it would forget neither by itself for a long time.
 */
export async function sendLogoutNotices(file: MemoryFile, api: Api): Promise<void> {
  for (const logoutNotice of file.current.logoutNotices) {
    const { accessToken, deviceId } = logoutNotice;
    const removed = await api.call('removeDevice', { accessToken, params: { id: deviceId } });
    if (!removed.ok && isPassing(removed.error)) continue;
    const revoked = await api.call('logOut', { accessToken });
    if (!revoked.ok && isPassing(revoked.error)) continue;
    const left = file.current.logoutNotices.filter((one) => one !== logoutNotice);
    await file.change({ logoutNotices: left });
  }
}

/** Any other refusal says that there is nothing left to give up: the device is gone, or the token has expired. */
function isPassing(failure: ApiFailure): boolean {
  return failure.kind === 'unreachable' || failure.status >= 500 || failure.status === 429;
}

/** Milliseconds for telling the gateways; the week's end tells them anyway. */
const releaseTimeout = 2_000;

export interface SignOutParts {
  readonly file: MemoryFile;
  readonly api: Api;
  readonly admissionEndpoint: AdmissionEndpoint;
  readonly tunnel: Tunnel;
  /** The session of the tunnel that was up last. */
  readonly lastSession: () => Session | null;
  readonly standby: Pick<StandbySessions, 'claimAll'>;
}

/**
 * Disconnects, gives up the places at the gateways, removes this device, revokes the token, and forgets all of it here but what an API that
 * is away must still be told. A gateway that is away forgets by itself. Resolves with whether it is forgotten on disk, too.
 */
export async function signOut(parts: SignOutParts): Promise<boolean> {
  const { file, api, tunnel } = parts;
  const { account } = file.current;
  await tunnel.disconnect();
  await release(parts);
  const isForgotten = await file.change({
    favourites: [],
    recents: [],
    account: null,
    ...(account === null ? {} : { logoutNotices: withLogoutNotice(file.current, account) }),
    key: null,
    intent: null,
    standbyTickets: [],
    lastGateway: null,
    pausedGoal: null,
    away: null,
    outside: [],
    settings: { ...file.current.settings, pausedUntil: null },
  });
  // Another client may have connected while the gateway was told.
  await tunnel.disconnect();
  await sendLogoutNotices(file, api);
  return isForgotten;
}

/** The session that was used last, and those that stand by. */
async function release({ file, admissionEndpoint, lastSession, standby }: SignOutParts): Promise<void> {
  const last = lastSession();
  const ready = await standby.claimAll();
  const { key } = file.current;
  const sessions = last?.protocol === 'wireguard' ? [last, ...ready] : ready;
  const inUse = sessions.filter(
    ({ publicKey, gateway }, index) =>
      key?.publicKey === publicKey && sessions.findIndex((one) => one.gateway.id === gateway.id) === index,
  );
  const signal = AbortSignal.timeout(releaseTimeout);
  await Promise.all(
    inUse.map(async ({ gateway, ticket, publicKey }) => {
      const keys = { privateKey: key?.privateKey ?? '', peerPublicKey: gateway.wireguardPublicKey };
      const presentation = { ticket, publicKey, proof: proofOf(keys, 'release', ticket) };
      await admissionEndpoint.release(gateway, presentation, signal);
    }),
  );
}
