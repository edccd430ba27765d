import { proofOf } from '@comet/admission';
import type { Api } from '../platform/api.ts';
import type { Door } from '../platform/door.ts';
import type { MemoryFile } from '../platform/state-file.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import type { Session } from '../tunnel/state.ts';
import { bidFarewells, withFarewell } from './farewell.ts';

/** Milliseconds for telling the gateway; the week's end tells it anyway. */
const releaseTimeout = 2_000;

export interface SignOutParts {
  readonly file: MemoryFile;
  readonly api: Api;
  readonly door: Door;
  readonly tunnel: Tunnel;
  /** The session of the tunnel that was up last. */
  readonly lastSession: () => Session | null;
}

/**
 * Disconnects, gives up the place at the gateway, removes this device, revokes the token, and forgets all of it here but what an API that
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

async function release({ file, door, lastSession }: SignOutParts): Promise<void> {
  const session = lastSession();
  const { key } = file.current;
  if (session?.protocol !== 'wireguard' || key?.publicKey !== session.publicKey) return;
  const { gateway, ticket, publicKey } = session;
  const keys = { privateKey: key.privateKey, peerPublicKey: gateway.wireguardPublicKey };
  const presentation = { ticket, publicKey, proof: proofOf(keys, 'release', ticket) };
  await door.release(gateway, presentation, AbortSignal.timeout(releaseTimeout));
}
