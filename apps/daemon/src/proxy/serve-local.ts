import type { Socket } from 'node:net';
import type { ProxyTrouble } from '@comet/tunnel-protocol';
import { logIn, reach } from './log-in.ts';
import type { ProxyAccessBook } from './proxy-access.ts';
import { type LocalProxy, proxyUsername } from './proxy-username.ts';
import { readUntil } from './read-until.ts';
import { hangUp, refuseLocal } from './refuse-local.ts';
import { rewriteHead } from './rewrite-head.ts';

const longestHead = 16_384;
/** `Network unreachable` of RFC 1928: the proxy's word for a place that it has no exit in. */
const socksNoExit = 3;
/** Milliseconds for a program to say what it wants, and for credentials to be had. */
const patience = 15_000;
const notAProxyRequest = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Leads one program's connection, of HTTP or SOCKS5, to the residential proxy, with credentials that the program does not know. */
export async function serveLocal(near: Socket, proxy: LocalProxy, book: ProxyAccessBook): Promise<void> {
  near.on('error', () => undefined);
  const timer = setTimeout(() => near.destroy(), patience);
  near.once('close', () => clearTimeout(timer));
  const first = await readUntil(
    near,
    (heard) => (heard[0] === 5 ? greetingLength(heard) : headLength(heard)),
    longestHead,
  );
  if (first === null) {
    near.destroy();
    return;
  }
  const isSocks = first[0] === 5;
  const refuse = (trouble: ProxyTrouble): Promise<void> => {
    book.tell(trouble);
    return refuseLocal(near, trouble, isSocks);
  };
  const found = await book.find(proxy);
  if (!found.ok) return refuse(found.error);
  const far = await reach(found.value);
  if (far === null) return refuse('proxy_unreachable');
  const { password } = found.value;
  const username = proxyUsername(found.value.username, proxy);
  if (isSocks) {
    if (!(await logIn(far, username, password))) {
      far.destroy();
      return refuse(await book.refused(proxy));
    }
    near.write(Buffer.of(5, 0));
  } else {
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const head = rewriteHead(first.toString('latin1', 0, first.length - 4), basic);
    if (head === null) {
      far.destroy();
      return hangUp(near, notAProxyRequest);
    }
    far.write(`${head}\r\n\r\n`, 'latin1');
  }
  clearTimeout(timer);
  near.pipe(far);
  near.on('close', () => far.destroy());
  const answer = await readUntil(far, () => (isSocks ? 2 : 12), longestHead);
  const said = answer?.toString('latin1') ?? '';
  // A program that was asked for a password would ask its user for one that nobody here knows.
  if (!isSocks && said === 'HTTP/1.1 407') {
    near.unpipe(far);
    far.destroy();
    return refuse(await book.refused(proxy));
  }
  if (answer !== null) book.tell(null);
  if (isSocks ? answer?.[1] === socksNoExit : said === 'HTTP/1.1 503') book.forget();
  if (answer !== null) near.write(answer);
  far.pipe(near);
  far.on('close', () => near.destroySoon());
  if (far.destroyed) near.destroySoon();
}

function greetingLength(heard: Buffer): number | null {
  return heard.length < 2 ? null : 2 + heard.readUInt8(1);
}

function headLength(heard: Buffer): number | null {
  const end = heard.indexOf('\r\n\r\n');
  return end === -1 ? null : end + 4;
}
