import { type BrokenRule, brokenRules, type Endpoint, formRule, snakeCase } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type * as z from 'zod/mini';
import type { Refusal } from './route.ts';

export interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const nothing: Result<Parts, never> = ok({ params: undefined, query: undefined, body: undefined });

/** Decodes the three parts of a request by the endpoint's schemas; returns the broken rules of all parts together. */
export function decodeRequest(endpoint: Endpoint, given: Parts): Result<Parts, readonly BrokenRule[]> {
  if ((endpoint.params ?? endpoint.query ?? endpoint.body) === undefined) return nothing;
  const rules: BrokenRule[] = [];
  const decode = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    rules.push(...brokenRules(parsed.error.issues));
    return undefined;
  };
  const decoded = {
    params: decode(endpoint.params, onTheWire(given.params)),
    query: decode(endpoint.query, given.query),
    body: decode(endpoint.body, given.body),
  };
  return rules.length === 0 ? ok(decoded) : err(rules);
}

/** Converts parameters: camelCase in a path, snake_case in the wire form of their schema. */
function onTheWire(params: unknown): unknown {
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [snakeCase(name), value]));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body. It must be UTF-8, and its strings and names must not contain NUL or lone surrogates, which PostgreSQL cannot store. A
 * string that does, for instance pasted text, is reported as an error of its property and not of the body.
 */
export function parseJson(bytes: Buffer): Result<unknown, Refusal> {
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    // Unstorable characters can only occur as escapes; most bodies have none and skip the check.
    const bent = text.includes('\\u') ? unstorableIn(value, 'body') : null;
    return bent === null ? ok(value) : err({ code: 'validation_failed', rules: [formRule(bent)] });
  } catch {
    return err({ code: 'malformed_body' });
  }
}

/** Returns the first property with an unstorable text or name, as a dotted path like in broken rules; null where there is none. */
function unstorableIn(value: unknown, property: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : property;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    if (!isStorable(name)) return property;
    const within = unstorableIn(part, property === 'body' ? name : `${property}.${name}`);
    if (within !== null) return within;
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** True for `application/json`, with or without parameters. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '');
}
