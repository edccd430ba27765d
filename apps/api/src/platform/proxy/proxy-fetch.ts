import { type IncomingMessage, request as requestOver, type RequestOptions } from 'node:http';
import { connect as connectTls } from 'node:tls';
import type { Duplex } from 'node:stream';

/** An HTTP proxy and its credentials. */
interface ProxyAccount {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/** Fetches a short text through a proxy. Rejects on any failure, or after `timeoutMs`. */
export type ProxyFetch = (proxy: ProxyAccount, url: URL, timeoutMs: number) => Promise<string>;

/** Maximum size of a response. */
const maxBytes = 4096;

/**
 * HTTP uses the absolute URL (RFC 9112 §3.2.2), HTTPS uses CONNECT (RFC 9110 §9.3.6). `relay` is a Unix socket that accepts CONNECT, for
 * machines without a route to the proxy.
 */
export const createProxyFetch =
  (relay: string | null): ProxyFetch =>
  async (proxy, url, timeoutMs) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const authorization = `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}`;
    const headers = { 'proxy-authorization': authorization };
    const to = { ...(await connectionTo(proxy, relay, signal)), signal };
    if (url.protocol === 'http:') {
      return textOf(await responseTo({ ...to, path: url.href, headers: { ...headers, host: url.host } }));
    }
    const port = url.port === '' ? '443' : url.port;
    const socket = await tunnelTo({ ...to, method: 'CONNECT', path: `${url.hostname}:${port}`, headers });
    const secure = connectTls({ socket, servername: url.hostname });
    try {
      const path = `${url.pathname}${url.search}`;
      return await textOf(await responseTo({ ...over(secure), signal, path, headers: { host: url.host } }));
    } finally {
      secure.destroy();
    }
  };

/** Uses an existing connection. `agent` must stay unset: with `agent: false` Node creates an agent that ignores this option. */
const over = (socket: Duplex): RequestOptions => ({ createConnection: () => socket });

async function connectionTo(
  { host, port }: ProxyAccount,
  relay: string | null,
  signal: AbortSignal,
): Promise<RequestOptions> {
  if (relay === null) return { host, port, agent: false };
  const path = `${host}:${port}`;
  return over(await tunnelTo({ socketPath: relay, agent: false, signal, method: 'CONNECT', path }));
}

function responseTo(options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    requestOver(options).once('response', resolve).once('error', reject).end();
  });
}

function tunnelTo(options: RequestOptions): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    requestOver(options)
      .once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Duplex) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        reject(new Error(`The proxy answered ${statusCode}`));
      })
      .once('response', (response: IncomingMessage) => {
        response.destroy();
        reject(new Error(`The proxy answered ${response.statusCode ?? 0}`));
      })
      .once('error', reject)
      .end();
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`The response was ${response.statusCode ?? 0}`);
  }
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > maxBytes) throw new Error('The answer is too long');
  }
  return text;
}
