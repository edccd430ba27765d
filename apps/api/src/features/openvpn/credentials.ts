import { err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { areShared, type SharedCredentialDeps, putCredentials } from '../grants/index.ts';
import { hasAccess, lockAccess } from '../subscription/index.ts';
import { type StoredPair, storePair, lockPair, pairOf } from './credentials.store.ts';
import { randomString } from '../../platform/keys/secret-token.ts';

/** 130 bits. */
const length = 26;

interface OpenvpnPair {
  readonly username: string;
  readonly password: string;
}

/** Creates a pair whose halves cannot be guessed and can be typed into a router. */
export function newOpenvpnPair(): OpenvpnPair {
  return { username: randomString(length), password: randomString(length) };
}

export interface OpenvpnDeps extends SharedCredentialDeps {
  readonly db: Database;
}

export interface Credentials extends OpenvpnPair {
  readonly createdAt: string;
}

/** Returns the current pair. The first call creates it and grants it on every gateway. */
export async function credentialsOf(
  deps: OpenvpnDeps,
  userId: string,
): Promise<Result<Credentials, 'subscription_required'>> {
  const { db, clock } = deps;
  const kept = await pairOf(db, userId);
  if (kept !== null)
    return (await hasAccess(db, userId, clock.now())) ? ok(opened(deps, kept)) : err('subscription_required');
  return db.transaction().execute(async (trx) => {
    await lockPair(trx, userId);
    if ((await lockAccess(trx, userId, clock.now())) === null) return err('subscription_required');
    // A concurrent request may have created it first.
    const first = await pairOf(trx, userId);
    return ok(first === null ? await makePair(deps, trx, userId) : opened(deps, first));
  });
}

/**
 * Withdraws the pair with this user name on every gateway and grants a new one, in one transaction: there are never two valid pairs, and
 * only one of several requests that name the same pair succeeds.
 */
export async function rotateCredentials(
  deps: OpenvpnDeps,
  { userId, username }: { readonly userId: string; readonly username: string },
): Promise<Result<Credentials, 'subscription_required' | 'openvpn_credentials_replaced'>> {
  return deps.db.transaction().execute(async (trx) => {
    await lockPair(trx, userId);
    if ((await lockAccess(trx, userId, deps.clock.now())) === null) return err('subscription_required');
    const kept = await pairOf(trx, userId);
    if (kept?.username !== username) return err('openvpn_credentials_replaced');
    return ok(await makePair(deps, trx, userId));
  });
}

async function makePair(deps: OpenvpnDeps, trx: DatabaseTransaction, userId: string): Promise<Credentials> {
  const pair = newOpenvpnPair();
  const createdAt = deps.clock.now();
  const sealedPassword = deps.sealer.seal(pair.password);
  const { username } = pair;
  const sharedUsername = areShared(deps) ? username : null;
  await storePair(trx, { userId, username, sealedPassword, createdAt, sharedUsername });
  await putCredentials(deps, trx, { userId, ...pair });
  return { ...pair, createdAt: createdAt.toISOString() };
}

function opened({ sealer }: OpenvpnDeps, { username, sealedPassword, createdAt }: StoredPair): Credentials {
  return { username, password: String(sealer.open(sealedPassword)), createdAt: createdAt.toISOString() };
}
