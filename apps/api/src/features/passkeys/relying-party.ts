/** Who a passkey is made for and shown to, in the words of WebAuthn §4. */
export interface RelyingParty {
  /** The host name that passkeys are bound to. Another one knows none of them. */
  readonly id: string;
  /** The one origin whose pages may make and use them. */
  readonly origin: string;
}

export const relyingPartyName = 'Comet VPN';

export function relyingPartyOf(dashboardUrl: string): RelyingParty {
  const { hostname, origin } = new URL(dashboardUrl);
  return { id: hostname, origin };
}
