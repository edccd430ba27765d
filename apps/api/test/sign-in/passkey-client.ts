import { api, type Endpoint, type ReplyOf } from '@comet/contract';
import type { Reply, TestCredentials } from '@comet/testing';
import * as z from 'zod/mini';
import type { ApiUnderTest, TestUser } from '../fixture/api-fixture.ts';
import type { TwoFactorUser } from './two-factor-user.ts';
import { type Assertion, type NewCredential, SoftwareAuthenticator } from './software-authenticator.ts';

/** Decodes a reply as a client does; throws on another format, such as a refusal. */
function read<E extends Endpoint>(endpoint: E, response: Reply): ReplyOf<E> {
  if (endpoint.reply === undefined || response.status >= 400) throw new Error(response.text);
  return z.decode(endpoint.reply, response.json) as ReplyOf<E>;
}

/** Returns `done`, or the code of the refusal. */
export function outcome(response: Reply): string {
  const { error } = (response.json ?? {}) as { error?: { code: string } };
  return error?.code ?? 'done';
}

/** Begins adding a passkey; sends a code too if two-factor is on. */
export async function beginAdding(under: ApiUnderTest, user: TestUser | TwoFactorUser) {
  const body = { password: user.password, ...('code' in user ? { code: user.code() } : {}) };
  return read(api.beginPasskey, await under.call(api.beginPasskey, { body }, user)).options;
}

export function finishAdding(
  under: ApiUnderTest,
  user: TestCredentials,
  credential: NewCredential,
): Promise<Reply> {
  return under.call(api.addPasskey, { body: { credential } }, user);
}

/** Adds a new passkey to an account; returns it and its id. */
export async function addPasskey(
  under: ApiUnderTest,
  user: TestUser,
  authenticator = new SoftwareAuthenticator(),
): Promise<{ readonly authenticator: SoftwareAuthenticator; readonly id: string }> {
  const credential = authenticator.create(await beginAdding(under, user));
  const { passkey } = read(api.addPasskey, await finishAdding(under, user, credential));
  return { authenticator, id: passkey.id };
}

export async function beginSignIn(under: ApiUnderTest, device: TestCredentials) {
  return read(api.beginPasskeySignIn, await under.call(api.beginPasskeySignIn, {}, device)).options;
}

export function finishSignIn(
  under: ApiUnderTest,
  device: TestCredentials,
  credential: Assertion,
): Promise<Reply> {
  return under.call(api.signInWithPasskey, { body: { credential } }, device);
}

export async function passkeysOf(under: ApiUnderTest, user: TestUser) {
  return read(api.listPasskeys, await under.call(api.listPasskeys, {}, user)).passkeys;
}
