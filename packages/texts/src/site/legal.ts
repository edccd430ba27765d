/** The layout of the legal pages. */
export const legalTexts = {
  others: 'Legal pages',
  sample:
    'This copy of Comet runs for development. The company below is a sample. A company that runs Comet as a service enters its own details.',
} as const;
