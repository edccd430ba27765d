import type { ComponentType } from 'react';
import type { Part } from './route.ts';

type Screen = ComponentType | { readonly error: unknown };

const here = new Map<Part, ComponentType>();

/** The screen of a part, as far as it is there. */
export function screenOf(part: Part): ComponentType | undefined {
  return here.get(part);
}

/** Fetches the screen of a part once. One that could not be fetched is tried again when it is next asked for. */
export async function fetchScreen(part: Part): Promise<Screen | undefined> {
  const known = here.get(part);
  if (known !== undefined || part.screen === undefined) return known;
  try {
    const { default: screen } = await part.screen();
    here.set(part, screen);
    return screen;
  } catch (error) {
    return { error };
  }
}
