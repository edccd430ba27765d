/** A file of a collection, as Astro gives it. */
export interface Entry<T> {
  /** Its name without the ending. */
  readonly id: string;
  readonly data: T;
  readonly body?: string;
}
