import type { Splitter } from './splitter.ts';

/** Where traffic of one program cannot be told from another's: everything goes the same way. */
export const noSplitter: Splitter = {
  programsCanBeTold: false,
  adapt: () => Promise.resolve(),
  adopt: () => Promise.resolve(),
  giveBack: () => Promise.resolve(),
  following: (dns) => dns,
  close: () => Promise.resolve(),
};
