import { type Callers, listening } from './callers.ts';

/**
 * A named pipe with the access list that Windows gives one by itself: the system and administrators may speak, others may at most receive, and
 * the daemon says nothing to who has not spoken. Node can name no other list, so there is no group of users here: `comet` is run as an
 * administrator. Every accepted peer is one, and counts as root.
 */
export const windowsCallers: Callers = {
  listen: listening,
  isRoot: () => Promise.resolve(true),
  // Asked for split tunnelling alone, which is not for this system.
  isProcess: () => Promise.resolve(false),
};
