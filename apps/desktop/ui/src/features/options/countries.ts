import { worldDots } from '@comet/ui/world';

const names = new Intl.DisplayNames('en-GB', { type: 'region' });

/** A country by its code (ISO 3166-1 alpha-2, upper case). */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** All countries, by name: which of them have exits now, the daemon does not know. */
export const countries: readonly { readonly value: string; readonly label: string }[] = [...worldDots.keys()]
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
