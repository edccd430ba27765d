import type { QueryKey } from '@tanstack/react-query';

/** Something in a list that its owner has given a name: a machine, a file, a passkey. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/** The query that lists such things; it is asked anew when one has changed. */
export interface ListQuery {
  readonly queryKey: QueryKey;
}
