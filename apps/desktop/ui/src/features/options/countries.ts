import { countryNameOf } from '@comet/foundation';
import { countryName, LOCALE } from '@comet/texts';
import { worldDots } from '@comet/ui/world';

/** All countries, by name: which of them have exits now, the daemon does not know. The map has a place that ISO names no country. */
export const countries: readonly { readonly value: string; readonly label: string }[] = [...worldDots.keys()]
  .filter((code) => countryNameOf(code) !== null)
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, LOCALE));
