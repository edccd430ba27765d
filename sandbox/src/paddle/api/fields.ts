import type { CustomData } from '../wire.ts';
import { type FieldError, invalidFields } from './paddle-error.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a request body field by field and remembers what is wrong, so that one answer names every mistake. */
export interface Fields {
  /** True when the request names the field, even as null. */
  has(name: string): boolean;
  isNull(name: string): boolean;
  /** A text that must be there and not be empty; '' when it is not (and `check` will throw). */
  text(name: string): string;
  /** A text, or null when it is missing or null. */
  textOrNull(name: string): string | null;
  /** A whole number; `otherwise` when missing. */
  integer(name: string, otherwise: number): number;
  /** One of `values`; `otherwise` when missing. Without an `otherwise` the field must be there. */
  oneOf<T extends string>(name: string, values: readonly T[], otherwise?: T): T;
  bool(name: string, otherwise: boolean): boolean;
  /** A nested object; null when missing or null. */
  object(name: string): Fields | null;
  /** A list of objects; empty when missing. */
  list(name: string): Fields[];
  /** A list of texts; null when missing or null. */
  texts(name: string): string[] | null;
  customData(name: string): CustomData | null;
  refuse(name: string, message: string): void;
  /** Throws Paddle's `invalid_field` when anything was wrong. */
  check(): void;
}

const MISSING = 'must be provided as part of the request';

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
