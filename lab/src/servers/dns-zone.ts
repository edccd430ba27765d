import type { DnsAnswer, DnsQuestion } from './dns-message.ts';

export type Zone = Record<string, { ipv4: string; ipv6: string }>;

/** Answers a TXT question with the asker's address, so that a client learns who asks on its behalf. */
const WHOAMI = 'whoami.comet.test';

/** What a resolver of the lab answers to `from`. Names are compared without regard to case (RFC 4343). */
export function answerFrom(
  zone: Zone,
  question: Pick<DnsQuestion, 'name' | 'type'>,
  from: string,
): DnsAnswer {
  const name = question.name.toLowerCase();
  if (name === WHOAMI) {
    return { code: 'NOERROR', records: question.type === 'TXT' ? [{ type: 'TXT', text: from }] : [] };
  }
  const host = Object.hasOwn(zone, name) ? zone[name] : undefined;
  if (host === undefined) return { code: 'NXDOMAIN' };
  if (question.type === 'A') return { code: 'NOERROR', records: [{ type: 'A', address: host.ipv4 }] };
  if (question.type === 'AAAA') return { code: 'NOERROR', records: [{ type: 'AAAA', address: host.ipv6 }] };
  return { code: 'NOERROR', records: [] };
}
