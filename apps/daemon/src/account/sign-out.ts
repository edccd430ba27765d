import { proofOf } from '@comet/admission';
import type { Api, ApiFailure } from '../platform/control-plane/api.ts';
import type { AdmissionEndpoint } from '../platform/admission/admission-endpoint.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import type { StandbySessions } from '../tickets/standby-sessions.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import type { Session } from '../model/session.ts';

/** Maximum number of logout notices kept for the API; the oldest are dropped. */
const maxNotices = 8;

/** Returns the logout notices with one added for this account, for `sendLogoutNotices`. */
function withLogoutNotice(
  { logoutNotices }: StateFile['current'],
  { accessToken, deviceId }: { readonly accessToken: string; readonly deviceId: string },
) {
  return [...logoutNotices, { accessToken, deviceId }].slice(-maxNotices);
}

/**
 * Removes the device and revokes the token of each account that signed out on this machine. If the API is unreachable, the notice is
 * kept for a later attempt, because device and token would otherwise stay valid for a long time.
 */
export async function sendLogoutNotices(file: StateFile, api: Api): Promise<void> {
  for (const logoutNotice of file.current.logoutNotices) {
    const { accessToken, deviceId } = logoutNotice;
    const removed = await api.call('removeDevice', { accessToken, params: { id: deviceId } });
    if (!removed.ok && isTemporary(removed.error)) continue;
    const revoked = await api.call('logOut', { accessToken });
    if (!revoked.ok && isTemporary(revoked.error)) continue;
    const left = file.current.logoutNotices.filter((one) => one !== logoutNotice);
    await file.change({ logoutNotices: left });
  }
}

/** Whether a retry may succeed. Any other failure means that the device is already removed or the token has expired. */
function isTemporary(failure: ApiFailure): boolean {
  return failure.kind === 'unreachable' || failure.status >= 500 || failure.status === 429;
}

/** Timeout in ms for releasing sessions at the gateways; a session that is not released expires by the end of the week. */
const releaseTimeout = 2_000;

interface SignOutParts {
  readonly file: StateFile;
  readonly api: Api;
  readonly admissionEndpoint: AdmissionEndpoint;
  readonly tunnel: Tunnel;
  /** The session of the most recent tunnel. */
  readonly lastSession: () => Session | null;
  readonly standby: Pick<StandbySessions, 'claimAll'>;
}

/**
 * Disconnects, releases the sessions at the gateways, deletes the account's local state, removes this device and revokes its token. Only
 * logout notices that the API has not received are kept. Gateway failures are ignored. Resolves with whether the state was deleted on disk.
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
    beforeRule: null,
    outside: [],
    settings: { ...file.current.settings, pausedUntil: null },
  });
  // Another client may have connected while the sessions were released.
  await tunnel.disconnect();
  await sendLogoutNotices(file, api);
  return isForgotten;
}

/** Releases the last session and the standby sessions. */
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
