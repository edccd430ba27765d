import { createHmac } from 'node:crypto';

export interface CredentialPair {
  readonly username: string;
  readonly password: string;
}

/**
 * What a gateway holds of an account's OpenVPN credentials: HMAC-SHA256 under the gateway's own pepper, as base64url. Two gateways
 * hold different values of the same credentials, and neither can be used anywhere.
 */
export function credentialMac(pepper: Uint8Array, username: string, password: string): string {
  return createHmac('sha256', pepper).update(`${username}\n${password}`).digest('base64url');
}
