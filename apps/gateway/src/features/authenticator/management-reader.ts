import { isIp } from '@comet/foundation';

/** What an OpenVPN server asks and tells (management-notes.txt). `kid` is the key that waits for an answer. */
export type ManagementEvent =
  | { readonly kind: 'hold' }
  | { readonly kind: 'fatal'; readonly reason: string }
  | {
      readonly kind: 'login';
      readonly cid: number;
      readonly kid: number;
      readonly username: string;
      readonly password: string;
    }
  /** An address in the tunnel that a client has been given. */
  | { readonly kind: 'address'; readonly cid: number; readonly address: string }
  | { readonly kind: 'gone'; readonly cid: number };

interface ProxyRequest {
  readonly what: 'login' | 'gone' | 'other';
  readonly cid: number;
  readonly kid: number;
  username: string;
  password: string;
}

const heading = /^>CLIENT:(CONNECT|REAUTH|ESTABLISHED|DISCONNECT|CR_RESPONSE),(\d{1,10})(?:,(\d{1,10}))?/;
/** Its own, as the server reckons it; a network behind it has a length. */
const address = /^>CLIENT:ADDRESS,(\d{1,10}),([0-9a-f:.]{2,45}),1$/;
const longest = 4_096;

/**
 * Reads the management interface line by line. Of what a server tells of a client, the address he comes from among it, user name and
 * password are taken and nothing else is kept, not even until the end of the message.
 */
export class ManagementReader {
  #proxyRequest: ProxyRequest | null = null;

  /** What this line completes, or null. The line comes without its end. */
  take(line: string): ManagementEvent | null {
    if (line.startsWith('>HOLD:')) return { kind: 'hold' };
    if (line.startsWith('>FATAL:')) return { kind: 'fatal', reason: line.slice('>FATAL:'.length, 300) };
    if (!line.startsWith('>CLIENT:')) return null;
    if (line.startsWith('>CLIENT:ENV,')) return this.#environment(line.slice('>CLIENT:ENV,'.length));
    const [, holder, held] = address.exec(line) ?? [];
    if (held !== undefined && isIp(held)) return { kind: 'address', cid: Number(holder), address: held };
    const [, what, cid, kid] = heading.exec(line) ?? [];
    if (what === undefined) return null;
    this.#proxyRequest = {
      what: what === 'CONNECT' || what === 'REAUTH' ? 'login' : what === 'DISCONNECT' ? 'gone' : 'other',
      cid: Number(cid),
      kid: Number(kid ?? 0),
      username: '',
      password: '',
    };
    return null;
  }

  #environment(text: string): ManagementEvent | null {
    const proxyRequest = this.#proxyRequest;
    if (proxyRequest === null) return null;
    if (text === 'END') {
      this.#proxyRequest = null;
      if (proxyRequest.what === 'gone') return { kind: 'gone', cid: proxyRequest.cid };
      if (proxyRequest.what === 'other') return null;
      const { cid, kid, username, password } = proxyRequest;
      return { kind: 'login', cid, kid, username, password };
    }
    const equals = text.indexOf('=');
    const name = text.slice(0, equals);
    if (name === 'username' || name === 'password')
      proxyRequest[name] = text.slice(equals + 1, equals + 1 + longest);
    return null;
  }
}
