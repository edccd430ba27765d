import type { Exchange } from './record-exchanges.ts';

/** Request fields that are secrets or made anew by each run; a replay gives its own. */
const INPUTS = new Set([
  ...['token', 'email', 'password', 'wireguard_public_key', 'public_key', 'certificate_request', 'proof_key'],
  ...['purse', 'request', 'cert'],
]);

/**
 * Returns the exchanges as they are committed. In requests, a string of an earlier reply becomes `{{INDEX.field.field}}` and an input
 * `{{field}}`. Replies become their shapes: the type's name for each value, and the first element's shape for an array. Repeated calls
 * with a body of the same shape are left out.
 */
export function withoutSecrets(exchanges: readonly Exchange[]): Exchange[] {
  const origins = new Map<string, string | null>();
  const known = new Set<string>();
  const kept: Exchange[] = [];
  for (const exchange of exchanges) {
    const path = exchange.path.replaceAll(/[^/]{20,}/g, (part) => origins.get(part) ?? part);
    const body = withPlaceholders(exchange.body, origins);
    noteStrings(exchange.body, null, origins);
    const reply = shapeOf(exchange.reply);
    const key = JSON.stringify([exchange.method, path, shapeOf(exchange.body), exchange.status, reply]);
    if (known.has(key)) continue;
    known.add(key);
    noteStrings(exchange.reply, String(kept.length), origins);
    kept.push({ ...exchange, path, body, reply });
  }
  return kept;
}

function withPlaceholders(value: unknown, origins: ReadonlyMap<string, string | null>, field = ''): unknown {
  if (typeof value === 'string') return origins.get(value) ?? (INPUTS.has(field) ? `{{${field}}}` : value);
  return mapped(value, (one, name) => withPlaceholders(one, origins, name));
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === 'object' && value !== null) return mapped(value, shapeOf);
  return value === null ? 'null' : typeof value;
}

/**
 * Remembers for each string of a reply where it came from, and of a request (`place` null) that it came from the agent itself. Short
 * strings, such as states, may be equal by chance.
 */
function noteStrings(value: unknown, place: string | null, origins: Map<string, string | null>): void {
  if (typeof value === 'string' && value.length >= 20 && !origins.has(value))
    origins.set(value, place === null ? null : `{{${place}}}`);
  mapped(value, (one, name) => noteStrings(one, place === null ? null : `${place}.${name}`, origins));
}

/** Applies `change` to each element or member, with its index or name. */
function mapped(value: unknown, change: (one: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one, index) => change(one, String(index)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, name)]));
}
