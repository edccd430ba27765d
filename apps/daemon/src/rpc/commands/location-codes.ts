import type { Directory } from '../../gateways/directory.ts';
import { matchLocation } from '../../gateways/match-location.ts';

/** The codes of the locations that a text matches. A newer list may have a location that an older one lacks. */
export async function locationCodes(
  directory: Pick<Directory, 'locations' | 'refresh'>,
  text: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const find = () => matchLocation(text, directory.locations() ?? []);
  if (find().length === 0) await directory.refresh(signal);
  return find();
}
