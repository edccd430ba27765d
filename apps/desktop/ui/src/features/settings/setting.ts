import type { ReactNode } from 'react';
import { closest } from '../search/index.ts';

/** The sections of the settings, in their order. */
export const sections = ['connection', 'privacy', 'network', 'app'] as const;

export type Section = (typeof sections)[number];

/** One setting of the list. */
export interface Setting {
  readonly key: string;
  readonly section: Section;
  /** What a search finds it by: its name first. */
  readonly names: readonly string[];
  readonly row: ReactNode;
}

/** Returns the settings that match what was typed, in their order; all of them if nothing was. */
export function matching<S extends Pick<Setting, 'names'>>(
  settings: readonly S[],
  typed: string,
): readonly S[] {
  return closest(settings, typed, ({ names }) => names);
}
