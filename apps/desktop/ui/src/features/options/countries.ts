import { countryName, LOCALE } from '@comet/texts';
import { worldDots } from '@comet/ui/world';

/** All countries, by name: which of them have exits now, the daemon does not know. */
export const countries: readonly { readonly value: string; readonly label: string }[] = [...worldDots.keys()]
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, LOCALE));
