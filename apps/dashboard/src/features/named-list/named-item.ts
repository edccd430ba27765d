import type { QueryKey } from '@tanstack/react-query';

/** An entry of a list with a name that its owner chooses: a device, a file, a passkey. */
export interface NamedItem {
  readonly id: string;
  readonly name: string;
}

/** Key of the list's query, which is invalidated after a change. */
export interface ListQuery {
  readonly queryKey: QueryKey;
}
