import { connect, type Socket } from 'node:net';
import type { ProxyAccess, ProxyAccessBook } from './proxy-access.ts';
import { type LocalProxy, proxyUsername } from './proxy-username.ts';
import { readUntil } from './read-until.ts';
import { rewriteHead } from './rewrite-head.ts';

const longestHead = 16_384;
/** `Network unreachable` of RFC 1928: the proxy's word for a place that it has no exit in. */
const socksNoExit = 3;
/** Milliseconds for a program to say what it wants, and for the proxy to be there. */
const patience = 15_000;
const unavailable = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const notAProxyRequest = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Leads one program's connection, of HTTP or SOCKS5, to the residential proxy, with credentials that the program does not know. */
export async function serveLocal(
  near: Socket,
  proxy: LocalProxy,
  book: Pick<ProxyAccessBook, 'find' | 'forget'>,
): Promise<void> {
  near.on('error', () => undefined);
  const timer = setTimeout(() => near.destroy(), patience);
  const done = (word: string | Buffer | null): void => {
    clearTimeout(timer);
    if (word !== null) near.end(word);
  };
  const first = await readUntil(
    near,
    (heard) => (heard[0] === 5 ? greetingLength(heard) : headLength(heard)),
    longestHead,
  );
  if (first === null) {
    done(null);
    near.destroy();
    return;
  }
  const isSocks = first[0] === 5;
  const access = await book.find(proxy);
  const far = access === null ? null : await reach(access);
  if (access === null || far === null) return done(isSocks ? Buffer.of(5, 0xff) : unavailable);
  const username = proxyUsername(access.username, proxy);
  if (isSocks) {
    if (!(await logIn(far, username, access.password))) {
      book.forget();
      far.destroy();
      return done(Buffer.of(5, 0xff));
    }
    near.write(Buffer.of(5, 0));
  } else {
    const basic = `Basic ${Buffer.from(`${username}:${access.password}`).toString('base64')}`;
    const head = rewriteHead(first.toString('latin1', 0, first.length - 4), basic);
    if (head === null) {
      far.destroy();
      return done(notAProxyRequest);
    }
    far.write(`${head}\r\n\r\n`, 'latin1');
  }
  far.once('data', (chunk: Buffer) => {
    if (isOutdated(chunk, isSocks)) book.forget();
  });
  done(null);
  join(near, far);
}

/**
 * Whether the proxy's answer says that what is known of it is old: somebody gave the user another password, or the host has no exit there.
 * The next connection asks anew.
 */
function isOutdated(answer: Buffer, isSocks: boolean): boolean {
  if (isSocks) return answer[0] === 5 && answer[1] === socksNoExit;
  return ['HTTP/1.1 407', 'HTTP/1.1 503'].includes(answer.toString('latin1', 0, 12));
}

function reach({ host, port }: ProxyAccess): Promise<Socket | null> {
  const far = connect({ host, port, noDelay: true, timeout: patience });
  return new Promise((resolve) => {
    far.on('error', () => resolve(null));
    far.once('timeout', () => far.destroy());
    far.once('close', () => resolve(null));
    far.once('connect', () => {
      far.setTimeout(0);
      resolve(far);
    });
  });
}

/** User name and password of RFC 1929, in place of the program. */
async function logIn(far: Socket, username: string, password: string): Promise<boolean> {
  const [name, secret] = [Buffer.from(username), Buffer.from(password)];
  far.write(Buffer.of(5, 1, 2));
  if ((await readUntil(far, () => 2, 2))?.[1] !== 2) return false;
  far.write(Buffer.concat([Buffer.of(1, name.length), name, Buffer.of(secret.length), secret]));
  return (await readUntil(far, () => 2, 2))?.[1] === 0;
}

function join(near: Socket, far: Socket): void {
  near.pipe(far).pipe(near);
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroySoon());
}

function greetingLength(heard: Buffer): number | null {
  return heard.length < 2 ? null : 2 + heard.readUInt8(1);
}

function headLength(heard: Buffer): number | null {
  const end = heard.indexOf('\r\n\r\n');
  return end === -1 ? null : end + 4;
}
