import type { Snapshot } from '@comet/tunnel-protocol';

type Exit = NonNullable<Snapshot['exit']>;

/** The sentences about where traffic leaves behind a gateway. `size` writes bytes, `1.5 GB`. */
export const exitTexts = {
  leaves: ({ type, address, dataLeftBytes }: Exit, size: (bytes: number) => string): string => {
    if (type === 'dedicated') return `Leaves by your own address ${address ?? ''}.`;
    if (type === 'residential') return 'Leaves by a shared residential line there.';
    const metered = 'Leaves by a residential line there; each byte counts against your data.';
    return dataLeftBytes === null ? metered : `${metered} ${size(dataLeftBytes)} left.`;
  },
  /** Behind a location in the list. */
  kinds: {
    native_residential: 'residential, uses your data',
    residential: 'residential, shared',
  },
  /** Behind one that leads to whatever exit the country has. */
  anyCity: 'UDP and IPv6 may be refused',
  /** Connected to such a one. */
  anyCityNow: 'The line there may be a provider’s: it carries no UDP and no IPv6.',
  homes: (codes: readonly string[]) =>
    `Residential lines there are live: ${codes.map((code) => `\`comet connect ${code}\``).join(', ')}.`,
  dedicatedForm: 'Name one of your dedicated addresses: `comet connect --dedicated 203.0.113.7`.',
  typeForm: (types: readonly string[]) => `Say which type: \`comet locations --type\` ${types.join(', ')}.`,
  noneOfType: 'There is no location of this type right now.',
} as const;
