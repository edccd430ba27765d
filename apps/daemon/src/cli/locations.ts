import { choiceNames, cometTexts as texts, exitTexts, featureTexts } from '@comet/texts/tunnel';
import { isAnyCity } from '@comet/tunnel-protocol';
import type { DaemonSocket } from './daemon-socket.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

function isKind(type: string): type is keyof typeof exitTexts.kinds {
  return Object.hasOwn(exitTexts.kinds, type);
}

/** One location a line: code, city and country in columns, and what may count for choosing it. */
export async function locations(daemon: DaemonSocket, type: string | null, out: Terminal): Promise<boolean> {
  const done = await daemon.call('locations', {});
  if (!done.ok) return refuse(done.error, out);
  const wanted = done.value.locations.filter((row) => type === null || row.type === type);
  if (wanted.length === 0 && type !== null) out.say(exitTexts.noneOfType);
  const rows = wanted.toSorted((one, other) =>
    one.countryName === other.countryName
      ? one.city.localeCompare(other.city)
      : one.countryName.localeCompare(other.countryName),
  );
  const widest = (words: readonly string[]) => Math.max(0, ...words.map(({ length }) => length));
  const codes = widest(rows.map(({ code }) => code));
  const cities = widest(rows.map(({ city }) => city));
  for (const row of rows) {
    const line = `${row.code.padEnd(codes)}  ${row.city.padEnd(cities)}  ${row.countryName}`;
    const { lacks, missingLists = [], kilometres = null, milliseconds = null, load = null } = row;
    const facts = [
      ...(kilometres === null ? [] : [featureTexts.kilometres(kilometres)]),
      ...(milliseconds === null ? [] : [featureTexts.milliseconds(milliseconds)]),
      ...(load === null ? [] : [featureTexts.load(load)]),
      ...(row.features ?? []),
    ];
    const lacking = [
      ...(isKind(row.type) ? [exitTexts.kinds[row.type]] : []),
      ...(isAnyCity(row.code) ? [exitTexts.anyCity] : []),
      ...(lacks === null || lacks === 'automatic' ? [] : [texts.lacks(choiceNames[lacks])]),
      ...missingLists.map((list) => featureTexts.lacksList(list)),
    ];
    const remarks = row.online
      ? [...facts, ...lacking]
      : [...lacking.slice(0, isKind(row.type) ? 1 : 0), texts.offline];
    out.say(remarks.length === 0 ? line : `${line} (${remarks.join(', ')})`);
  }
  return true;
}
