import { proofOf } from '@comet/admission';
import type { Api } from '../platform/api.ts';
import type { Door } from '../platform/door.ts';
import type { MemoryFile } from '../platform/state-file.ts';
import type { StandbySessions } from '../tickets/standby-sessions.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import type { Session } from '../tunnel/state.ts';
import { bidFarewells, withFarewell } from './farewell.ts';

/** Milliseconds for telling the gateways; the week's end tells them anyway. */
const releaseTimeout = 2_000;

export interface SignOutParts {
  readonly file: MemoryFile;
  readonly api: Api;
  readonly door: Door;
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
    ...(account === null ? {} : { farewells: withFarewell(file.current, account) }),
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
  await bidFarewells(file, api);
  return isForgotten;
}

/** The session that was used last, and those that stand by. */
async function release({ file, door, lastSession, standby }: SignOutParts): Promise<void> {
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
      await door.release(gateway, presentation, signal);
    }),
  );
}
