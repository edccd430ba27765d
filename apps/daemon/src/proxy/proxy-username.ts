import type { DaemonSettings } from '@comet/tunnel-protocol';

export type LocalProxy = DaemonSettings['localProxies'][number];

/** The user name by which a local proxy asks for its exit; sticky for as long as the proxy allows, a day. */
export function proxyUsername(username: string, { country, mode, session }: LocalProxy): string {
  const place = country === null ? '' : `-country-${country.toLowerCase()}`;
  return mode === 'sticky'
    ? `${username}${place}-session-${session}-lifetime-1440-ifgone-fail`
    : `${username}${place}`;
}
