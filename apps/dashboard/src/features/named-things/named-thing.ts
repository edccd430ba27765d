import type { QueryKey } from '@tanstack/react-query';

/** An entry of a list with a name given by its owner: a device, a file, a passkey. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
}

/** The query of the list; it is invalidated after a change. */
export interface ListQuery {
  readonly queryKey: QueryKey;
}
