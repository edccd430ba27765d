/** What the browser says about a ceremony, in the part that the authenticator signs (WebAuthn §5.8.1). */
interface ClientData {
  readonly challenge: string;
  readonly isOfOurPage: boolean;
}

/**
 * Reads the challenge out of `clientDataJSON`, to be looked up; whether the rest is right is checked with the signature. `isOfOurPage`
 * is false for a ceremony in a frame of another site, which never has a good reason here.
 */
export function readClientData(base64url: string): ClientData | null {
  try {
    const said = JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8')) as Readonly<
      Record<string, unknown>
    > | null;
    if (typeof said?.['challenge'] !== 'string') return null;
    const isOfOurPage = said['crossOrigin'] !== true && said['topOrigin'] === undefined;
    return { challenge: said['challenge'], isOfOurPage };
  } catch {
    return null;
  }
}
