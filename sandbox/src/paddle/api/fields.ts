import type { CustomData } from '../wire.ts';
import { type FieldError, invalidFields } from './paddle-error.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a request body field by field and collects the errors, so that one response lists all of them. */
export interface Fields {
  /** Returns whether the request has the field, including null. */
  has(name: string): boolean;
  isNull(name: string): boolean;
  /** Returns a required non-empty text; '' if it is missing (`check` then throws). */
  text(name: string): string;
  /** Returns a text; null if it is missing or null. */
  textOrNull(name: string): string | null;
  /** Returns an integer; `otherwise` if it is missing. */
  integer(name: string, otherwise: number): number;
  /** Returns one of `values`; `otherwise` if it is missing. Without `otherwise` the field is required. */
  oneOf<T extends string>(name: string, values: readonly T[], otherwise?: T): T;
  bool(name: string, otherwise: boolean): boolean;
  /** Returns a nested object; null if it is missing or null. */
  object(name: string): Fields | null;
  /** Returns a list of objects; empty if it is missing. */
  list(name: string): Fields[];
  /** Returns a list of texts; null if it is missing or null. */
  texts(name: string): string[] | null;
  customData(name: string): CustomData | null;
  refuse(name: string, message: string): void;
  /** Throws Paddle's `invalid_field` if there are errors. */
  check(): void;
}

const MISSING = 'must be provided as part of the request';

/** Returns a reader of a request body; a body that is no object has no fields. */
export function fieldsOf(body: unknown): Fields {
  return reader(isObject(body) ? body : {}, '', []);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function reader(from: JsonObject, path: string, errors: FieldError[]): Fields {
  const refuse = (name: string, message: string): void => {
    errors.push({ field: `${path}${name}`, message });
  };
  const given = (name: string): unknown => from[name] ?? undefined;
  const fields: Fields = {
    has: (name) => name in from,
    isNull: (name) => from[name] === null,
    text(name) {
      const value = fields.textOrNull(name);
      if (value === null && typeof given(name) !== 'number') refuse(name, MISSING);
      else if (value === '') refuse(name, 'must not be empty');
      return value ?? '';
    },
    textOrNull(name) {
      const value = given(name);
      if (value === undefined) return null;
      if (typeof value === 'string') return value;
      refuse(name, 'must be a string');
      return null;
    },
    integer(name, otherwise) {
      const value = given(name);
      if (value === undefined) return otherwise;
      if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
      refuse(name, 'must be an integer');
      return otherwise;
    },
    oneOf<T extends string>(name: string, values: readonly T[], otherwise?: T): T {
      const value = given(name);
      const found = values.find((candidate) => candidate === value);
      if (found !== undefined) return found;
      if (value === undefined && otherwise !== undefined) return otherwise;
      refuse(name, value === undefined ? MISSING : `must be one of: ${values.join(', ')}`);
      return values[0] as T;
    },
    bool(name, otherwise) {
      const value = given(name);
      if (value === undefined) return otherwise;
      if (typeof value === 'boolean') return value;
      refuse(name, 'must be a boolean');
      return otherwise;
    },
    object(name) {
      const value = given(name);
      if (value === undefined) return null;
      if (isObject(value)) return reader(value, `${path}${name}.`, errors);
      refuse(name, 'must be an object');
      return null;
    },
    list(name) {
      const value = given(name);
      if (value === undefined) return [];
      if (Array.isArray(value) && value.every(isObject)) {
        return value.map((entry, index) => reader(entry, `${path}${name}[${index}].`, errors));
      }
      refuse(name, 'must be an array of objects');
      return [];
    },
    texts(name) {
      const value = given(name);
      if (value === undefined) return null;
      if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
      refuse(name, 'must be an array of strings');
      return null;
    },
    customData(name) {
      const value = given(name);
      if (value === undefined) return null;
      if (isObject(value)) return value;
      refuse(name, 'must be an object');
      return null;
    },
    refuse,
    check() {
      if (errors.length > 0) throw invalidFields(errors);
    },
  };
  return fields;
}
