import { isDataCenter, type LocationType } from '@comet/contract';
import { LOCALE, locationsTexts, plural, formatText, siteHomeTexts } from '@comet/texts/site';
import type { LeakTest } from '../leak-test/index.ts';
import { countLocations } from '../live-status/index.ts';

const texts = siteHomeTexts.proof;

/** A large figure with its meaning, and when or how it was measured. */
export interface Figure {
  readonly value: string;
  readonly meaning: string;
  /** Null for a link to the status page. */
  readonly detail: string | null;
  /** Marks a text that the server replaces with live data (stack/src/site/live-page.ts). */
  readonly live?: 'locations';
}

interface Offered {
  readonly locations: readonly { readonly country: string; readonly type: LocationType }[];
  /** The state of the data center locations and its time, ISO 8601; null if it is unknown or outdated. */
  readonly checked: { readonly at: string; readonly cities: Parameters<typeof countLocations>[0] } | null;
}

const day = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayOf = (instant: string): string => day.format(new Date(instant));
const count = new Intl.NumberFormat(LOCALE);

/**
 * How many data center locations were available, of all, as on the status page. Without that state, or
 * without any server, the number of locations.
 */
export function locationsFigure({ locations, checked }: Offered): Figure {
  const { up, inService } = countLocations(checked?.cities ?? []);
  if (checked !== null && inService > 0) {
    return {
      value: formatText(texts.up, { up, all: checked.cities.length }),
      meaning: texts.upMeaning,
      detail: formatText(texts.checked, { day: dayOf(checked.at) }),
    };
  }
  const offered = locations.filter(isDataCenter);
  const countries = new Set(offered.map(({ country }) => country)).size;
  return {
    value: formatText(plural(offered.length, locationsTexts.locations), { count: offered.length }),
    meaning: formatText(plural(countries, locationsTexts.countries), { count: countries }),
    detail: null,
    live: 'locations',
  };
}

/** The last leak test, with and without our rules; empty before the first. */
export function leakFigures(last: LeakTest | null): readonly Figure[] {
  if (last === null) return [];
  const { packetsOutside, packetsWithoutRules, finishedAt } = last;
  return [
    {
      value: formatText(plural(packetsOutside, texts.outside), { count: count.format(packetsOutside) }),
      meaning: texts.outsideMeaning,
      detail: formatText(texts.leakTest, { day: dayOf(finishedAt) }),
    },
    {
      value: count.format(packetsWithoutRules),
      meaning: texts.caughtMeaning,
      detail: texts.sameTest,
    },
  ];
}
