import type { Endpoint } from '@comet/contract';
import type { SignInMethod } from '../../database/schema.ts';

/** The user of an access token. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** False for an account that only signs in through a provider or by passkey. */
  readonly hasPassword: boolean;
  readonly hasTwoFactor: boolean;
  readonly createdAt: Date;
  /** The id of this request's token. */
  readonly tokenId: string;
  /** True while the second factor is still required. Only endpoints with `limitedToken` get such a caller. */
  readonly isLimited: boolean;
  readonly method: SignInMethod;
  readonly signedInAt: Date;
  /** When the second factor was given in this session; null if it was not, for example on a remembered device. */
  readonly secondFactorAt: Date | null;
}

/** The gateway of a credential. */
interface EnrolledGateway {
  readonly id: string;
}

/** How a gateway or an exit presents its credential. */
export interface MachinePresentation {
  readonly token: string;
  /** The `DPoP` header (RFC 9449), or null. */
  readonly proof: string | null;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The source of the request, as `sourceOf` formats it. */
  readonly source: string;
}

/** The exit of a credential. */
interface EnrolledExit {
  readonly id: string;
}

/**
 * The rate limit key of a user: account and device, or account and session for a caller without a device id. Never the account alone: an
 * attacker with the password, or one stolen session, could exhaust the owner's limit.
 */
export function rateLimitClassOf(
  caller: Pick<SignedInUser, 'id' | 'tokenId'>,
  deviceId: string | null,
): string {
  return `${caller.id} on ${deviceId ?? caller.tokenId}`;
}

export type CallerOf<E extends Endpoint> = {
  anyone: E extends { readonly knowsUser: true } ? SignedInUser | null : null;
  user: SignedInUser;
  gateway: EnrolledGateway;
  exit: EnrolledExit;
}[E['caller']];

/** Returns the user of a bearer token; null for a token that is unknown, expired, revoked or bound to another device id. */
export interface Authentication {
  user(token: string, deviceId: string | null): Promise<SignedInUser | null>;
  /** The same for the one session of a deleted account that may still repeat the deletion. */
  deletedUser(token: string, deviceId: string | null): Promise<SignedInUser | null>;
  /** Null also for a proof that is missing, invalid, expired or replayed. */
  gateway(presented: MachinePresentation): Promise<EnrolledGateway | null>;
  /** The same for an exit. */
  exit(presented: MachinePresentation): Promise<EnrolledExit | null>;
}

/** The token of an `Authorization: Bearer …` header (RFC 6750), or null. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || !/^Bearer +[A-Za-z0-9_-]{1,200}$/i.test(header)) return null;
  return header.slice(header.lastIndexOf(' ') + 1);
}

/** The `App-Identifier` header where it has the form of one, else null. */
export function deviceIdOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(header) ? header.toLowerCase() : null;
}
