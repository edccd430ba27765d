import { createHash, createHmac } from 'node:crypto';

/**
 * A user name and password that are valid at every gateway, without a value that links two gateways. All values are 256 bits as base64url:
 *
 * - key = SHA-256(user name, password). The control plane keeps it encrypted; a gateway computes it during a login and discards it.
 * - verifier = HMAC(key). Every gateway has it. It verifies a login, and no other value follows from it.
 * - revocation key = HMAC(key, grant). From it follow the pseudonyms at the gateways (`subjectWith`). The control plane discloses it when it
 *   withdraws the grant; a grant that is restored has another id, and so another revocation key and other pseudonyms.
 *
 * User name and password are random with 128 bits each, so a fast hash is enough.
 */
export function credentialKey(username: string, password: string): string {
  return createHash('sha256').update(`comet-credential-v1\n${username}\n${password}`).digest('base64url');
}

/** Returns the verifier of a credential's key. */
export function credentialVerifier(key: string): string {
  return derived(key, 'comet-credential-verifier-v1');
}

/** Returns the revocation key of a credential's grant, for `subjectWith`. */
export function credentialRevocationKey(key: string, grantId: string): string {
  return derived(key, `comet-credential-revocation-v1\n${grantId}`);
}

function derived(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url');
}
