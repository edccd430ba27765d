import { jsonOf } from '@comet/foundation';

/** Version of the protocol, part of each request. The daemon refuses other versions. */
export const protocolVersion = 1;

/** Maximum number of characters of a location in a request. */
export const maxLocationLength = 60;
/** Maximum number of characters of a command's name. */
export const maxCommandLength = 40;

/** A request whose command and parameters are not validated yet. */
interface RequestEnvelope {
  readonly id: number;
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Parses one line from a client, without the schemas of the commands. Null if it is not a request of this version. */
export function readEnvelope(line: string): RequestEnvelope | null {
  const fields = jsonOf(line);
  if (!isObject(fields)) return null;
  const { v, id, command, params, ...unknown } = fields;
  if (v !== protocolVersion || Object.keys(unknown).length > 0) return null;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return null;
  if (typeof command !== 'string' || command.length > maxCommandLength || !isObject(params)) return null;
  return { id, command, params };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
