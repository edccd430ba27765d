import { choiceNames, cometTexts as texts, featureTexts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** One location a line: code, city and country in columns. */
export async function locations(daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  const done = await daemon.call('locations', {});
  if (!done.ok) return refuse(done.error, out);
  const rows = done.value.locations.toSorted((one, other) =>
    one.countryName === other.countryName
      ? one.city.localeCompare(other.city)
      : one.countryName.localeCompare(other.countryName),
  );
  const widest = Math.max(0, ...rows.map((row) => row.city.length));
  for (const row of rows) {
    const line = `${row.code}  ${row.city.padEnd(widest)}  ${row.countryName}`;
    const { lacks, missingLists = [] } = row;
    const lacking = [
      ...(lacks === null || lacks === 'automatic' ? [] : [texts.lacks(choiceNames[lacks])]),
      ...missingLists.map((list) => featureTexts.lacksList(list)),
    ];
    const remarks = row.online ? lacking : [texts.offline];
    out.say(remarks.length === 0 ? line : `${line} (${remarks.join(', ')})`);
  }
  return true;
}
