import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from '@playwright/test';
import type { Person } from './scenes.ts';

/** An answer of the API as it went over the wire. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What the API answered to each person, once. The pictures are drawn from it, so that they show the same whenever they are taken. */
export interface Recording {
  /** When it was made, ISO 8601; the browser's clock stands still there. */
  readonly recordedAt: string;
  /** What stands for `{address}`, `{order}` and `{reset}`, the token of a link that resets a password, in the paths of scenes. */
  readonly ids: Readonly<Record<string, string>>;
  /** By person, then by `keyOf` the request. */
  readonly answers: Readonly<Partial<Record<Person, Readonly<Record<string, Answer>>>>>;
}

export const recordingFile = join(import.meta.dirname, 'recording.json');

export function readRecording(): Recording {
  if (!existsSync(recordingFile)) throw new Error(`There is no ${recordingFile}: record one first`);
  return JSON.parse(readFileSync(recordingFile, 'utf8')) as Recording;
}

/** What is asked, in one line: method, path, and the body where there is one. */
export function keyOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return [request.method(), pathname + search, request.postData() ?? ''].join(' ').trim();
}

/** The path of a scene with its ids filled in. */
export const pathOf = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (place, name: string) => ids[name] ?? place);
