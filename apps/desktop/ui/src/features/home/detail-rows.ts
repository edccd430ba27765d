import { formatNumber, formatText } from '@comet/texts';
import { connectionDetailsTexts as texts } from '@comet/texts/desktop';
import { transportName } from '@comet/texts/tunnel';
import type { ConnectionDetails } from '@comet/tunnel-protocol';

interface DetailRow {
  readonly term: string;
  readonly value: string;
}

/** Returns the figures of the tunnel as rows, without those that the daemon does not report. `now` in ms since 1970. */
export function detailRows(details: ConnectionDetails, now: number): readonly DetailRow[] {
  const { transport, endpoint, cipher, mtu, postQuantum, lastHandshake, received, sent, entry } = details;
  const { socks5Proxy, cover } = details;
  const row = (term: string, value: string): DetailRow => ({ term, value });
  return [
    row(texts.protocol, transportName(transport)),
    row(texts.server, endpoint),
    ...(entry === null
      ? []
      : [row(texts.entry, formatText(texts.entryAt, { endpoint: entry.endpoint, city: entry.place.city }))]),
    ...(cipher === null ? [] : [row(texts.cipher, cipher)]),
    row(texts.quantumResistant, postQuantum ? texts.yes : texts.no),
    ...(mtu === null ? [] : [row(texts.mtu, formatText(texts.bytes, { count: mtu }))]),
    ...(socks5Proxy === null ? [] : [row(texts.socks5Proxy, socks5Proxy)]),
    row(texts.handshake, ageOf(lastHandshake, now)),
    ...(entry === null ? [] : [row(texts.entryHandshake, ageOf(entry.lastHandshake, now))]),
    row(texts.received, amountOf(received)),
    row(texts.sent, amountOf(sent)),
    ...(cover === undefined
      ? []
      : [
          row(texts.coverReceived, amountOf(cover.received)),
          row(texts.coverSent, amountOf(cover.sent)),
          ...(cover.paused === true ? [row(texts.cover, texts.coverPaused)] : []),
        ]),
  ];
}

/** Formats the time since an ISO 8601 instant; a clock that was set back causes no negative one. */
function ageOf(instant: string | null, now: number): string {
  if (instant === null) return texts.never;
  const seconds = Math.max(0, Math.floor((now - Date.parse(instant)) / 1000));
  return seconds < 60
    ? formatText(texts.secondsAgo, { seconds })
    : formatText(texts.minutesAgo, { minutes: Math.floor(seconds / 60) });
}

/** Formats bytes in decimal units, as everywhere in the product. */
export function amountOf(bytes: number): string {
  return bytes < 1e9
    ? formatText(texts.megabytes, { amount: formatNumber(bytes / 1e6, 1) })
    : formatText(texts.gigabytes, { amount: formatNumber(bytes / 1e9, 2) });
}
