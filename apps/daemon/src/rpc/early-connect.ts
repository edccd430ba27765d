import { jsonOf } from '@comet/foundation';
import { protocolVersion } from '@comet/tunnel-protocol/request-line';

/** A request that asks for a connection to a place, or to none that is named, and nothing else. */
export interface EarlyConnect {
  /** The request's number. */
  readonly id: number;
  /** As typed; null where none is named. */
  readonly location: string | null;
}

/** As the protocol takes it. */
const longestPlace = 60;

/**
 * What a first line asks for, where it is plainly a `connect` with a place or without; null for all else, which is read by who knows all
 * commands. Each part has to be what `readRequest` would take: what is refused there is not taken here.
 */
export function earlyConnect(line: string): EarlyConnect | null {
  const request = fieldsOf(jsonOf(line), ['command', 'id', 'params', 'v']);
  const params = fieldsOf(request?.['params'], ['location']);
  if (request === null || params === null) return null;
  const { v, id, command } = request;
  const { location } = params;
  if (v !== protocolVersion || command !== 'connect') return null;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return null;
  if (location === null) return { id, location };
  const isPlace = typeof location === 'string' && location !== '' && location.length <= longestPlace;
  return isPlace ? { id, location } : null;
}

/** The fields of an object that has exactly these. */
function fieldsOf(given: unknown, names: readonly string[]): Readonly<Record<string, unknown>> | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  return Object.keys(given).toSorted().join() === names.join() ? { ...given } : null;
}
