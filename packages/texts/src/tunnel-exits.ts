/** What a location is said to be by where its traffic leaves. */
export const exitTexts = {
  /** Behind a location in the list. */
  kinds: {
    native_residential: 'residential, uses your data',
    residential: 'residential, shared',
  },
  /** Behind one that leads to whatever exit the country has. */
  anyCity: 'UDP and IPv6 may be refused',
} as const;
