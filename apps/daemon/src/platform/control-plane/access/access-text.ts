import {
  checkBridgeText,
  maxBridgeTextLength,
  readShadowsocksUrl,
  type ShadowsocksServer,
  type Verifiers,
} from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';
import { download } from '../download.ts';
import { openTcp } from './access-route.ts';
import { verifyByTls } from './verified-connection.ts';

/** What a text adds. */
type AccessAddition =
  | { readonly kind: 'shadowsocks'; readonly server: ShadowsocksServer }
  /** A signed text that is valid now. */
  | { readonly kind: 'bridges'; readonly text: string };

type AccessTextError = 'access_text_malformed' | 'access_text_refused' | 'access_text_expired';

/** Reads the URL of a Shadowsocks server or a signed text with bridges; white space, as of a wrapped email, is ignored. `now`: unix seconds. */
export function readAccessText(
  given: string,
  verifiers: Verifiers,
  now: number,
): Result<AccessAddition, AccessTextError> {
  const text = given.replaceAll(/\s/g, '');
  if (text.startsWith('ss://')) {
    const server = readShadowsocksUrl(text);
    return server === null ? err('access_text_malformed') : ok({ kind: 'shadowsocks', server });
  }
  const checked = checkBridgeText(verifiers, text, now);
  if (checked.ok) return ok({ kind: 'bridges', text });
  const { error } = checked;
  if (error === 'expired') return err('access_text_expired');
  return err(error === 'malformed' || error === 'empty' ? 'access_text_malformed' : 'access_text_refused');
}

/** Maximum time in ms of a download. */
const timeout = 10_000;
/** Room for the white space around the text. */
const maxFileLength = 2 * maxBridgeTextLength;

/** Downloads a text from any web server: what it contains is trusted only by its signature. Rejects if it is too long. */
export async function downloadAccessText(url: URL): Promise<string> {
  const verify = verifyByTls();
  const pieces: Buffer[] = [];
  await download(
    url,
    { maxBytes: maxFileLength, timeout },
    async (target) => {
      const signal = AbortSignal.timeout(timeout);
      return verify(await openTcp(target, signal), target, signal);
    },
    (piece) => void pieces.push(piece),
  );
  return Buffer.concat(pieces).toString();
}
