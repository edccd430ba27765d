/** The used events of OpenVPN's management interface (management-notes.txt of OpenVPN 2.6). */
export type ManagementEvent =
  | { readonly kind: 'held' }
  | { readonly kind: 'password-requested'; readonly about: 'Auth' | 'SOCKS Proxy' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'pushed'; readonly options: string }
  /** `at`: Unix seconds. */
  | { readonly kind: 'tls-handshake'; readonly at: number }
  | { readonly kind: 'data-cipher'; readonly cipher: string }
  | { readonly kind: 'traffic'; readonly received: number; readonly sent: number }
  | { readonly kind: 'fatal'; readonly message: string };

/** OpenVPN limits its lines to some kilobytes; a longer line is invalid. */
export const maxManagementLineLength = 32 * 1024;

/** Parses one line, without its end. Null for other lines. */
export function readManagementLine(line: string): ManagementEvent | null {
  if (line.startsWith('>HOLD:')) return { kind: 'held' };
  if (line.startsWith(">PASSWORD:Need 'Auth'")) return { kind: 'password-requested', about: 'Auth' };
  if (line.startsWith(">PASSWORD:Need 'SOCKS Proxy'"))
    return { kind: 'password-requested', about: 'SOCKS Proxy' };
  if (line.startsWith('>PASSWORD:Verification Failed')) return { kind: 'refused' };
  if (line.startsWith('>FATAL:')) return { kind: 'fatal', message: line.slice(7, 207) };
  const state = /^>STATE:\d+,([A-Z_]+),/.exec(line)?.[1];
  if (state !== undefined) return { kind: 'state', state };
  const pushed = /^>LOG:\d+,[A-Z]*,PUSH: Received control message: 'PUSH_REPLY,(.*)'$/.exec(line)?.[1];
  if (pushed !== undefined) return { kind: 'pushed', options: pushed };
  const handshake = /^>LOG:(\d{1,12}),[A-Z]*,Control Channel: TLS/.exec(line)?.[1];
  if (handshake !== undefined) return { kind: 'tls-handshake', at: Number(handshake) };
  const cipher = /^>LOG:\d+,[A-Z]*,Data Channel: cipher '([A-Z\d-]{1,40})'/.exec(line)?.[1];
  if (cipher !== undefined) return { kind: 'data-cipher', cipher };
  const bytes = /^>BYTECOUNT:(\d{1,15}),(\d{1,15})$/.exec(line);
  if (bytes !== null) return { kind: 'traffic', received: Number(bytes[1]), sent: Number(bytes[2]) };
  return null;
}

/** The commands that pass a user name and password to OpenVPN. Throws on text that could contain another command. */
export function passwordCommands(about: 'Auth' | 'SOCKS Proxy', username: string, password: string): string {
  for (const part of [username, password])
    if (!/^[\x21-\x7e]{1,255}$/.test(part) || /["\\]/.test(part))
      throw new TypeError('openvpn: a user name or password with invalid characters');
  return `username "${about}" "${username}"\npassword "${about}" "${password}"\n`;
}
