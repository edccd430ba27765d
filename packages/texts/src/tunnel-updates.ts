import type { UpdateRefusal } from '@comet/tunnel-protocol';

/** Why a release was not taken. Nothing of it was kept. */
export const updateRefusalTexts: Readonly<Record<UpdateRefusal, string>> = {
  unreadable: 'What is said of new versions cannot be read.',
  signature_wrong: 'What is said of new versions is not signed by Comet, so it was not believed.',
  other_product: 'What is said of new versions is meant for another program, so it was not believed.',
  not_yet_valid: 'What is said of new versions lies in the future. Check this machine’s clock.',
  expired:
    'What is said of new versions is out of date. Check this machine’s clock; if it is right, somebody may hold newer versions back.',
  older: 'An older version was offered in place of this one, and refused.',
  too_large: 'The new version is larger than any of ours, so it was not fetched.',
  package_wrong: 'The package that came is not the one that Comet signed. It was thrown away.',
};

/** Why the daemon did not do it. */
export const updateErrorTexts = {
  updates_elsewhere: 'New versions come from where this package came from: `apt upgrade` brings them.',
  update_refused: 'What is said of new versions was not believed.',
  update_none: 'There is no newer version.',
} as const;
