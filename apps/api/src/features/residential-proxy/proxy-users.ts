import { SocketAddress } from 'node:net';
import { err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { randomString } from '../../platform/keys/secret-token.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { type CredentialDeps, withdrawHeldBy } from '../grants/index.ts';
import { lockAccess } from '../subscription/index.ts';
import { grantProxyAccess } from './grant-access.ts';
import {
  changeUser,
  insertUser,
  isGatewayAddress,
  lockUsers,
  type ProxyUser,
  usersOf,
} from './proxy-users.store.ts';

export interface ProxyDeps extends CredentialDeps {
  readonly db: Database;
  readonly sealer: Sealer;
}

const maxUsers = 20;

/** 60 bits: usernames cannot be guessed. */
const usernameLength = 12;
/** 130 bits. */
const passwordLength = 26;

/** Adds a user with its own credentials and grants access on every gateway. */
export async function addUser(
  deps: ProxyDeps,
  given: Pick<ProxyUser, 'userId' | 'name' | 'limitBytes'>,
): Promise<Result<ProxyUser, 'subscription_required' | 'too_many_proxy_users'>> {
  return withAccess(deps, given.userId, async (trx) => {
    if ((await usersOf(trx, given.userId)).length >= maxUsers) return err('too_many_proxy_users');
    const sealedPassword = deps.sealer.seal(randomString(passwordLength));
    const createdAt = deps.clock.now();
    const user = await insertUser(trx, {
      ...given,
      sealedPassword,
      username: randomString(usernameLength),
      createdAt,
    });
    await grantProxyAccess(deps, trx, user);
    return ok(user);
  });
}

/** Identifies one of an account's users. */
interface ProxyUserKey {
  readonly userId: string;
  readonly id: string;
}

interface UserChange {
  readonly name?: string | undefined;
  readonly limitBytes?: number | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly addresses?: readonly string[] | undefined;
}

/**
 * Changes the given fields. Gateways get new grants where a field concerns them; disabling a user ends its connections, and lowering its
 * limit ends them when the limit is reached. `from` is the source of the change: an allowed address that equals it is known to be the
 * customer's own. Gateways' addresses are refused: they are those of everybody whose tunnel leaves there, except dedicated IPs.
 */
export async function changeProxyUser(
  deps: ProxyDeps,
  { userId, id }: ProxyUserKey,
  change: UserChange,
  from: string,
): Promise<Result<ProxyUser, 'subscription_required' | 'not_found' | 'address_shared'>> {
  return withAccess(deps, userId, async (trx) => {
    const [user] = await usersOf(trx, userId, id);
    if (user === undefined) return err('not_found');
    const { name = user.name, limitBytes = user.limitBytes, enabled = user.enabled } = change;
    const addresses = change.addresses === undefined ? user.addresses : canonical(change.addresses);
    if (change.addresses !== undefined && (await isGatewayAddress(trx, addresses)))
      return err('address_shared');
    const known = change.addresses === undefined ? user.provenAddresses : [...user.provenAddresses, from];
    const provenAddresses = canonical(known).filter((address) => addresses.includes(address));
    const next = { name, limitBytes, enabled, addresses, provenAddresses };
    await changeUser(trx, id, next);
    const changed = { ...user, ...next };
    const shown = (of: typeof next) => JSON.stringify([of.enabled, of.addresses, of.provenAddresses]);
    // The new grant limits the use of leases that were drawn under the previous limit.
    const isLowered = limitBytes !== null && limitBytes < (user.limitBytes ?? Number.POSITIVE_INFINITY);
    const concerns = isLowered || shown(next) !== shown(user);
    if (concerns) await grantProxyAccess(deps, trx, changed);
    return ok(changed);
  });
}

/** Replaces the password of a user. */
export async function renewPassword(
  deps: ProxyDeps,
  { userId, id }: ProxyUserKey,
): Promise<Result<ProxyUser, 'subscription_required' | 'not_found'>> {
  return withAccess(deps, userId, async (trx) => {
    const [user] = await usersOf(trx, userId, id);
    if (user === undefined) return err('not_found');
    const changed = { ...user, sealedPassword: deps.sealer.seal(randomString(passwordLength)) };
    await changeUser(trx, id, { sealedPassword: changed.sealedPassword });
    await grantProxyAccess(deps, trx, changed);
    return ok(changed);
  });
}

/** Deletes a user; its usage stays in the account's usage. Returns false where there is no such user. */
export async function removeUser(deps: ProxyDeps, { userId, id }: ProxyUserKey): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    await lockUsers(trx, userId);
    const [user] = await usersOf(trx, userId, id);
    if (user === undefined) return false;
    const now = deps.clock.now();
    await changeUser(trx, id, { removedAt: now, sealedPassword: null });
    await withdrawHeldBy(trx, id, now);
    return true;
  });
}

/** Runs a change of an account's users while it has access; changes are serialised. */
function withAccess<T, E>(
  { db, clock }: ProxyDeps,
  userId: string,
  change: (trx: DatabaseTransaction) => Promise<Result<T, E>>,
): Promise<Result<T, E | 'subscription_required'>> {
  return db.transaction().execute(async (trx) => {
    await lockUsers(trx, userId);
    if ((await lockAccess(trx, userId, clock.now())) === null) return err('subscription_required');
    return change(trx);
  });
}

/** Normalises and deduplicates addresses to the form that the system reports for connecting clients. */
function canonical(addresses: readonly string[]): string[] {
  // A dual-stack socket reports IPv4 as IPv4-mapped IPv6 (RFC 4291 §2.5.5.2).
  const plain = addresses.map((address) => address.replace(/^::ffff:(?=\d+\.)/i, ''));
  const written = plain.map(
    (address) => new SocketAddress({ address, family: address.includes(':') ? 'ipv6' : 'ipv4' }).address,
  );
  return [...new Set(written)].toSorted();
}
