import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from './scenes.ts';

/** An HTTP response of the API. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** API responses recorded once for each person, so that the screenshots are reproducible. */
export interface Recording {
  /** Time of the recording (ISO 8601), to which the browser's clock is fixed. */
  readonly recordedAt: string;
  /** Values of `{address}`, `{order}` and `{reset}` (password reset token) in the paths of scenes. */
  readonly ids: Readonly<Record<string, string>>;
  /** By person, then by `keyOf` the request. */
  readonly answers: Readonly<Partial<Record<Person, Readonly<Record<string, Reply>>>>>;
}

export const recordingFile = join(import.meta.dirname, 'recording.json');

export function readRecording(): Recording {
  if (!existsSync(recordingFile)) throw new Error(`There is no ${recordingFile}: record one first`);
  return JSON.parse(readFileSync(recordingFile, 'utf8')) as Recording;
}

/** Returns the key of a request: method, path with query, and body if there is one. */
export function keyOf(method: string, path: string, body: string | null): string {
  return [method, path, body ?? ''].join(' ').trim();
}

/** Returns the path of a scene with its ids filled in. */
export const pathOf = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (place, name: string) => ids[name] ?? place);
