import type { ReactNode } from 'react';
import { closest } from '../search/index.ts';

/** The sections of the settings, in order. */
export const sections = ['connection', 'privacy', 'network', 'app'] as const;

export type Section = (typeof sections)[number];

/** One setting of the list. */
export interface Setting {
  readonly key: string;
  readonly section: Section;
  /** Search words; its name is the first. */
  readonly names: readonly string[];
  readonly row: ReactNode;
}

/** Returns the settings that match the typed text, in their order; all of them for an empty text. */
export function matching<S extends Pick<Setting, 'names'>>(
  settings: readonly S[],
  typed: string,
): readonly S[] {
  return closest(settings, typed, ({ names }) => names);
}
