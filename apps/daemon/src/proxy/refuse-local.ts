import type { Socket } from 'node:net';
import type { ProxyTrouble } from '@comet/tunnel-protocol';
import { readUntil } from './read-until.ts';

/** Replies of RFC 1928 §6. */
const socksReplies = { general: 1, notAllowed: 2 };
/** The longest request of SOCKS5: it names a host of 255 bytes. */
const longestSocksRequest = 262;
/** For who takes a while to read what it is told. */
const lingerMs = 5_000;

/** What the account or its owner has to change; the others pass by themselves. */
const lasting: ReadonlySet<ProxyTrouble> = new Set([
  'spending_stopped',
  'subscription_required',
  'email_unverified',
  'not_signed_in',
  'proxy_users_off',
]);

/** Tells a program why its port leads nowhere, in words where its protocol has room for them, and hangs up. A SOCKS5 one has greeted. */
export async function refuseLocal(near: Socket, trouble: ProxyTrouble, isSocks: boolean): Promise<void> {
  const lasts = lasting.has(trouble);
  if (isSocks) {
    // To say that no method of signing in is right would be to ask for another password.
    near.write(Buffer.of(5, 0));
    await readUntil(near, socksRequestLength, longestSocksRequest);
    const reply = lasts ? socksReplies.notAllowed : socksReplies.general;
    return hangUp(near, Buffer.of(5, reply, 0, 1, 0, 0, 0, 0, 0, 0));
  }
  // Only who is refused waits for the words to be there.
  const { localProxyTexts } = await import('@comet/texts/tunnel');
  const body = `${localProxyTexts[trouble]}\n`;
  const head = [
    lasts ? 'HTTP/1.1 403 Forbidden' : 'HTTP/1.1 503 Service Unavailable',
    `Comet-Error: ${trouble}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  hangUp(near, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Ends a connection with these words; who goes on speaking is not listened to, and not for long. */
export function hangUp(near: Socket, words: string | Buffer): void {
  near.end(words);
  near.resume();
  const timer = setTimeout(() => near.destroy(), lingerMs);
  near.once('close', () => clearTimeout(timer));
}

function socksRequestLength(heard: Buffer): number | null {
  if (heard.length < 5) return null;
  const [, , , type, nameLength = 0] = heard;
  if (type === 3) return 7 + nameLength;
  return type === 4 ? 22 : 10;
}
