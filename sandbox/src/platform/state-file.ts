import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A value in memory that is written to disk after each change. */
export interface StateFile<S> {
  readonly state: S;
  /**
   * Call after a change of `state`, with the property if only one was changed: the others are not serialised again. The file is written
   * shortly afterwards, several changes in one write.
   */
  changed(part?: keyof S & string): void;
  /** Resolves once all present changes are in the file: a caller that has its response can rely on them after a kill. */
  saved(): Promise<void>;
  /** Writes pending changes. */
  flush(): void;
}

/** By part, functions that return its JSON in pieces (UTF-8). They may keep pieces of values that never change. */
type Serialisers<S> = { readonly [Part in keyof S & string]?: (value: S[Part]) => readonly Buffer[] };

const WRITE_AFTER_MS = 20;

/**
 * Opens the JSON file at `path`, or starts from `empty` without one. Parts that an older file lacks come from `empty`. The file is replaced
 * atomically by rename. With `path` null nothing is written. Throws for a file that is not JSON, because replacing it would lose the state.
 */
export function openStateFile<S extends object>(
  path: string | null,
  empty: S,
  serialisers: Serialisers<S> = {},
): StateFile<S> {
  const state = path === null ? empty : { ...empty, ...read<S>(path) };
  let timer: NodeJS.Timeout | null = null;
  const waiting: (() => void)[] = [];
  /** The JSON of unchanged parts. */
  const texts = new Map<string, readonly Buffer[]>();
  const textOf = <Part extends keyof S & string>(part: Part): readonly Buffer[] => {
    const text = texts.get(part) ?? serialisers[part]?.(state[part]) ?? [json(state[part])];
    texts.set(part, text);
    return text;
  };
  const flush = (): void => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    if (path !== null) {
      const parts = (Object.keys(state) as (keyof S & string)[]).map((part, index) => [
        Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(part)}:`),
        ...textOf(part),
      ]);
      write(path, Buffer.concat([...parts.flat(), Buffer.from('}')]));
    }
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    state,
    changed(part) {
      if (part === undefined) texts.clear();
      else texts.delete(part);
      timer ??= setTimeout(flush, WRITE_AFTER_MS);
    },
    async saved() {
      if (timer !== null && path !== null) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    flush,
  };
}

function read<S>(path: string): Partial<S> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Partial<S>;
  } catch (error) {
    throw new Error(`The sandbox's state file ${path} is not JSON. Remove it to start afresh.`, {
      cause: error,
    });
  }
}

/** Returns the JSON of a value in UTF-8. */
export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function write(path: string, text: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, path);
}
