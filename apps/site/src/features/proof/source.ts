import { addresses } from '../../platform/addresses.ts';

/** The link to a test's source: in the repository if it is published, otherwise the copy on the site. */
export function sourceLink(path: string): string {
  return addresses.sources === null
    ? `/security/tests/${path}.txt`
    : `${addresses.sources}/blob/main/${path}`;
}
