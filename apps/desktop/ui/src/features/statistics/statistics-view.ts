import { formatNumber, LOCALE } from '@comet/texts';
import { statisticsTexts as texts } from '@comet/texts/desktop';
import { choiceNames } from '@comet/texts/tunnel';
import type { ResultOf } from '@comet/tunnel-protocol';
import type { Bar } from '@comet/ui';
import { amountOf } from '../home/index.ts';

export type Months = ResultOf<'statistics'>['months'];
export type Sessions = ResultOf<'statistics.sessions'>['sessions'];

const long = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' });
const instant = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** Formats a month of the daemon: `November 2026`. */
export function monthName(month: string): string {
  return long.format(instant(month));
}

/** Returns a bar for each month from the first to the last recorded one, also for those without data; at most 13. */
export function barsOf(months: Months): readonly Bar[] {
  const [latest] = months;
  const first = months.at(-1);
  if (latest === undefined || first === undefined) return [];
  const bars: Bar[] = [];
  const at = instant(latest.month);
  while (bars.length < 13) {
    const month = at.toISOString().slice(0, 7);
    const { received, sent } = months.find((one) => one.month === month) ?? { received: 0, sent: 0 };
    bars.unshift({
      key: month,
      mark: short.format(at),
      title: monthName(month),
      figure: amountOf(received + sent),
      parts: [
        { tone: 'comet', value: received, name: texts.received, figure: amountOf(received) },
        { tone: 'trail', value: sent, name: texts.sent, figure: amountOf(sent) },
      ],
    });
    if (month <= first.month) break;
    at.setUTCMonth(at.getUTCMonth() - 1);
  }
  return bars;
}

/** Formats a mark of the axis; all marks have the unit of the highest. */
export function formatMark(value: number, top: number): string {
  const [unit, name] =
    top >= 1e12 ? [1e12, 'TB'] : top >= 1e9 ? [1e9, 'GB'] : top >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB'];
  return `${formatNumber(value / unit, 1)} ${name}`;
}

/** Parses the budget in GB as typed: null for an empty field, undefined if it is invalid. Returns bytes. */
export function parseBudget(typed: string): number | null | undefined {
  const text = typed.trim().replaceAll(',', '');
  if (text === '') return null;
  if (!/^\d{1,7}(?:\.\d{1,3})?$/.test(text)) return undefined;
  const bytes = Math.round(Number(text) * 1e9);
  return bytes >= 1_000_000 && bytes <= 1e15 ? bytes : undefined;
}

/** Formats a transport of the daemon, `openvpn/tls`, as `OpenVPN over TLS`; one of a later version as it is. */
export function transportText(transport: string): string {
  const choice = transport.replace('openvpn/', '');
  return Object.hasOwn(choiceNames, choice) ? choiceNames[choice as keyof typeof choiceNames] : transport;
}

/** Returns the city of a location's code; the code while `known` is not loaded, or if the location no longer exists. */
export function cityOf(
  code: string,
  known: readonly { readonly code: string; readonly city: string }[] = [],
): string {
  return known.find((location) => location.code === code)?.city ?? code;
}

/** Writes sessions as CSV (RFC 4180), with the columns of `comet stats export`. */
export function csvOf(sessions: Sessions): string {
  const rows = sessions.map(({ startedAt, endedAt, location, transport, received, sent }) =>
    [startedAt, endedAt ?? '', location, transport, received, sent].join(','),
  );
  return ['started_at,ended_at,location,transport,received_bytes,sent_bytes', ...rows, ''].join('\r\n');
}
