import type { ComponentType } from 'react';

export interface Place {
  readonly pathname: string;
  /** With the question mark, as in `window.location`. */
  readonly search: string;
  readonly hash: string;
  /** Path, query and hash. */
  readonly href: string;
}

export function placeOf({ pathname, search, hash }: URL): Place {
  return { pathname, search, hash, href: pathname + search + hash };
}

export interface Arrival {
  readonly location: Place;
  /** The router looks ahead, because a link is pointed at; nobody has gone anywhere yet. */
  readonly preload: boolean;
}

/** Undefined: come in. A text: the address to go to instead, which takes the place of this one in the history. */
export type Verdict = string | undefined;

export interface FailureProps {
  readonly error: unknown;
  /** Draws anew what failed. */
  readonly reset: () => void;
}

/** A screen, or what stands around several: drawn where the one that it is within has its `Outlet`. */
export interface Part {
  /** A promise that never settles holds a page that is on its way out. */
  readonly admit?: (arrival: Arrival) => Verdict | Promise<Verdict>;
  readonly screen?: () => Promise<{ readonly default: ComponentType }>;
  /** Drawn while the screen, or what it asks for, is on its way. */
  readonly pending?: ComponentType;
  /** Drawn in its place when it fails. */
  readonly failed?: ComponentType<FailureProps>;
  readonly within?: Part;
}
