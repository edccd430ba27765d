import { err, lazyValue, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { type Bridge, formatBridge, readBridge } from './bridge.ts';
import { maxServerUrlLength } from './shadowsocks-url.ts';
import {
  openDocument,
  type SignatureRefusal,
  type Signer,
  signDocument,
  type Verifiers,
} from './signed-document.ts';

/** Maximum length of a text in characters: it fits a text message, a QR code and a paste. */
export const maxBridgeTextLength = 500;

/** Validity of a text in seconds. */
export const bridgeTextLifetime = 90 * 24 * 3600;

/** Maximum difference in seconds between the clocks of signer and verifier, as for releases. */
const clockSkew = 3600;

const content = lazyValue(() =>
  z.object({
    /** Unix seconds. */
    issuedAt: z.int(),
    expiresAt: z.int(),
    /** See `readBridge`. Bridges of later kinds are ignored. */
    bridges: z.array(z.string().check(z.maxLength(maxServerUrlLength))).check(z.maxLength(4)),
  }),
);

/** Bridges that reach clients outside the server list. */
export interface BridgeText {
  /** Unix seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly bridges: readonly Bridge[];
}

export type BridgeTextRefusal = SignatureRefusal | 'not_yet_valid' | 'expired' | 'empty';

/** Signs the first bridges that fit into one text, with the server list's key. Null if not even the first one fits. */
export function signBridgeText(signer: Signer, bridges: readonly Bridge[], now: number): string | null {
  for (let count = Math.min(bridges.length, 4); count > 0; count -= 1) {
    const chosen = bridges.slice(0, count).map(formatBridge);
    const given = { issuedAt: now, expiresAt: now + bridgeTextLifetime, bridges: chosen };
    const text = signDocument('bridges', signer, given);
    if (text.length <= maxBridgeTextLength) return text;
  }
  return null;
}

/** Returns the bridges of a text if its signature is valid and it is valid at `now` (unix seconds). */
export function checkBridgeText(
  verifiers: Verifiers,
  text: string,
  now: number,
): Result<BridgeText, BridgeTextRefusal> {
  if (text.length > maxBridgeTextLength) return err('malformed');
  const opened = openDocument('bridges', verifiers, text);
  if (!opened.ok) return opened;
  const parsed = content().safeParse(opened.value);
  if (!parsed.success) return err('malformed');
  const { issuedAt, expiresAt } = parsed.data;
  if (issuedAt > now + clockSkew) return err('not_yet_valid');
  if (Math.min(expiresAt, issuedAt + bridgeTextLifetime) < now) return err('expired');
  const bridges = parsed.data.bridges.flatMap((line) => readBridge(line) ?? []);
  return bridges.length === 0 ? err('empty') : ok({ issuedAt, expiresAt, bridges });
}
