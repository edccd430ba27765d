import { jsonOf } from '@comet/foundation';
import { protocolVersion } from '@comet/tunnel-protocol/request-line';

/** A command line that asks for a connection and nothing else. */
export interface OverheardConnect {
  /** The request's number. */
  readonly id: number;
  /** As typed; null where none is named. */
  readonly location: string | null;
}

/** As the protocol and the command line take them. */
const mostWords = 20;
const longestPlace = 60;

/**
 * What a first line asks for, where it is plainly `comet connect` with a place or without; null for all else, which is read by who knows all
 * commands. Each part has to be what `readRequest` and the command line would take: what is refused there is not taken here.
 */
export function overheardConnect(line: string): OverheardConnect | null {
  const request = fieldsOf(jsonOf(line), ['command', 'id', 'params', 'v']);
  const params = fieldsOf(request?.['params'], ['takeBack', 'watched', 'words']);
  if (request === null || params === null) return null;
  const { v, id, command } = request;
  const { words, watched, takeBack } = params;
  if (v !== protocolVersion || command !== 'run' || takeBack !== false || typeof watched !== 'boolean')
    return null;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return null;
  if (!Array.isArray(words) || words.length > mostWords || !words.every(isPlain)) return null;
  const [first, ...place] = words;
  const location = place.join(' ');
  if (first !== 'connect' || location.length > longestPlace) return null;
  return { id, location: location === '' ? null : location };
}

function isPlain(word: unknown): word is string {
  return typeof word === 'string' && /^[^\s-]\S*$/.test(word);
}

/** The fields of an object that has exactly these. */
function fieldsOf(given: unknown, names: readonly string[]): Readonly<Record<string, unknown>> | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  return Object.keys(given).toSorted().join() === names.join() ? { ...given } : null;
}
