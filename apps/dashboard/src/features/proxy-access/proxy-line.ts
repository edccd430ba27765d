/** Protocol between a program and the proxy. */
export type ProxyProtocol = 'http' | 'socks5';

export interface ProxyAccess {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
}

/**
 * Returns the proxy URL: `http://USER:PASSWORD@HOST:PORT`. The scheme of SOCKS5 is `socks5h`, with which the exit resolves names: with
 * `socks5` a program would query its own resolver.
 */
export function proxyLine(protocol: ProxyProtocol, access: ProxyAccess): string {
  return lineWith(protocol, access, inUrl(access.password));
}

/** The same with dots instead of the password, for display. */
export function hiddenLine(protocol: ProxyProtocol, access: ProxyAccess): string {
  return lineWith(protocol, access, hiddenPassword);
}

/** The command that requests `url` through a proxy; `line` is a `proxyLine`. */
export function curlCommand(line: string, url: string): string {
  return `curl -x '${line}' '${url}'`;
}

export const hiddenPassword = '••••••••';

function lineWith(protocol: ProxyProtocol, { host, port, username }: ProxyAccess, password: string): string {
  const scheme = protocol === 'http' ? 'http' : 'socks5h';
  return `${scheme}://${inUrl(username)}:${password}@${host}:${port}`;
}

/**
 * Like `encodeURIComponent`, but also encodes characters that end a string in a shell or a programming
 * language.
 */
function inUrl(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
