import type { Socket } from 'node:net';
import type { LocationProxy, ProxyTrouble } from '@comet/tunnel-protocol';
import { type ExitOf, exitConnections } from './exit-connections.ts';
import { connectAtLocation } from './location-connection.ts';
import { logIn, connectProxy, readUntil } from './log-in.ts';
import { loopbackPorts } from './loopback-ports.ts';
import { type ProxyAccessStore, type LocalProxy, proxyUsername } from './proxy-access.ts';
import {
  firstLength,
  httpRefusal,
  maxHeadLength,
  maxSocksRequestLength,
  notAProxyRequest,
  ownLines,
  requestTimeout,
  sendAndClose,
  socksReplies,
  socksReply,
  socksRequestLength,
} from './proxy-protocol.ts';

/** Failures that only the user can resolve; the others are temporary. */
const permanentTroubles: ReadonlySet<ProxyTrouble> = new Set([
  'spending_stopped',
  'subscription_required',
  'email_unverified',
  'not_signed_in',
  'proxy_users_off',
]);

/**
 * Sends a program the reason of a failure, as text if its protocol allows it, and closes the connection. A SOCKS5 client has sent its
 * greeting.
 */
async function sendFailure(client: Socket, trouble: ProxyTrouble, isSocks: boolean): Promise<void> {
  const isPermanent = permanentTroubles.has(trouble);
  if (isSocks) {
    // "No acceptable method" would make the client prompt for a password.
    client.write(Buffer.of(5, 0));
    await readUntil(client, socksRequestLength, maxSocksRequestLength);
    const reply = isPermanent ? socksReplies.notAllowed : socksReplies.general;
    return sendAndClose(client, socksReply(reply));
  }
  // The texts are loaded for refusals only.
  const { localProxyTexts } = await import('@comet/texts/tunnel');
  const status = isPermanent ? '403 Forbidden' : '503 Service Unavailable';
  sendAndClose(client, httpRefusal(status, trouble, localProxyTexts[trouble]));
}

/**
 * The head of a proxy request (without its empty line) with our credentials, or null for a request that is not for a proxy: a page in a
 * browser can send one here too. Any request but CONNECT is the last of its connection, since only parsed heads get the credentials.
 */
export function rewriteHead(head: string, authorization: string): string | null {
  const [request = '', ...lines] = head.split('\r\n');
  const isTunnel = /^CONNECT [^ ]+ HTTP\/1\.[01]$/.test(request);
  if (!isTunnel && !/^[A-Z]+ http:\/\/[^ ]+ HTTP\/1\.[01]$/i.test(request)) return null;
  const kept = lines.filter((line) => !ownLines.test(line));
  const own = [`Proxy-Authorization: ${authorization}`, ...(isTunnel ? [] : ['Connection: close'])];
  return [request, ...kept, ...own].join('\r\n');
}

/** Forwards a program's connection, HTTP or SOCKS5, to the residential proxy, and adds the credentials. */
async function forwardConnection(client: Socket, proxy: LocalProxy, store: ProxyAccessStore): Promise<void> {
  const timer = setTimeout(() => client.destroy(), requestTimeout);
  client.once('close', () => clearTimeout(timer));
  const first = await readUntil(client, firstLength, maxHeadLength);
  if (first === null) {
    client.destroy();
    return;
  }
  const isSocks = first[0] === 5;
  const refuse = (trouble: ProxyTrouble): Promise<void> => {
    store.setTrouble(trouble);
    return sendFailure(client, trouble, isSocks);
  };
  const found = await store.find(proxy);
  if (!found.ok) return refuse(found.error);
  const upstream = await connectProxy(found.value);
  if (upstream === null) return refuse('proxy_unreachable');
  const { password } = found.value;
  const username = proxyUsername(found.value.username, proxy);
  if (isSocks) {
    if (!(await logIn(upstream, username, password))) {
      upstream.destroy();
      return refuse(await store.refused(proxy));
    }
    client.write(Buffer.of(5, 0));
  } else {
    const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const head = rewriteHead(first.toString('latin1', 0, first.length - 4), basic);
    if (head === null) {
      upstream.destroy();
      return sendAndClose(client, notAProxyRequest);
    }
    upstream.write(`${head}\r\n\r\n`, 'latin1');
  }
  clearTimeout(timer);
  client.pipe(upstream);
  client.on('close', () => upstream.destroy());
  const response = await readUntil(upstream, () => (isSocks ? 2 : 12), maxHeadLength);
  const status = response?.toString('latin1') ?? '';
  // A 407 would make the program prompt its user for a password that the user does not have.
  if (!isSocks && status === 'HTTP/1.1 407') {
    client.unpipe(upstream);
    upstream.destroy();
    return refuse(await store.refused(proxy));
  }
  if (response !== null) store.setTrouble(null);
  if (isSocks ? response?.[1] === socksReplies.networkUnreachable : status === 'HTTP/1.1 503') store.forget();
  if (response !== null) client.write(response);
  upstream.pipe(client);
  upstream.on('close', () => client.destroySoon());
  if (upstream.destroyed) client.destroySoon();
}

export interface LocalProxies {
  /** False if another program listens on its port. An open proxy at this port is replaced, with all its connections. */
  open(proxy: LocalProxy | LocationProxy): Promise<boolean>;
  /** Whether a proxy listens at the port. */
  has(port: number): boolean;
  shut(port: number): Promise<void>;
  /** The exits of locations have changed: connections by a former one are reset. */
  onExits(): void;
  close(): Promise<void>;
}

/**
 * Loopback ports. Those to residential exits forward to the residential proxy, and their traffic is routed as all traffic of this
 * machine: through the tunnel if there is one, and blocked while traffic is blocked. Those to a location connect from the address that
 * this machine has in the tunnel to it.
 */
export function localProxies(store: ProxyAccessStore, exitOf: ExitOf): LocalProxies {
  const ports = loopbackPorts();
  const outgoing = exitConnections(exitOf);
  return {
    open: (proxy) =>
      ports.open(
        proxy.port,
        (client) =>
          void ('location' in proxy
            ? connectAtLocation(client, proxy.location, outgoing)
            : forwardConnection(client, proxy, store)),
      ),
    has: ports.has,
    shut: ports.shut,
    onExits: outgoing.check,
    close: ports.close,
  };
}
