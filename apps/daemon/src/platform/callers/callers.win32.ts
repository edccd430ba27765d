import { type Callers, listening } from './callers.ts';

/**
 * A named pipe with Windows' default access list: the system and administrators may write, others may at most read, and
 * the daemon sends nothing before a request. Node cannot set another list, so there is no group of users here: `comet` is run as an
 * administrator. Every accepted peer is one, and counts as root.
 */
export const windowsCallers: Callers = {
  listen: listening,
  isRoot: () => Promise.resolve(true),
  // Only split tunnelling needs this, which is not supported on this system.
  isProcess: () => Promise.resolve(false),
};
