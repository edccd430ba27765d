import { isDataCenter, type LocationType } from '@comet/contract';
import { LOCALE, plural, say, siteHomeTexts } from '@comet/texts/site';
import type { LeakTest } from '../leak-test/index.ts';

const texts = siteHomeTexts.proof;

/** A large figure with its meaning, and when or how it was found. */
export interface Figure {
  readonly value: string;
  readonly meaning: string;
  /** Null where the status page says more. */
  readonly detail: string | null;
  /** What a server that asks the API (stack/src/site/live-page.ts) may fill in anew. */
  readonly live?: 'locations';
}

interface Checked {
  readonly locations: readonly {
    readonly country: string;
    readonly type: LocationType;
    readonly online: boolean;
  }[];
  /** When the API was asked, ISO 8601; null if the answers are older than that matters. */
  readonly checkedAt: string | null;
}

const day = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayOf = (instant: string): string => day.format(new Date(instant));
const count = new Intl.NumberFormat(LOCALE);

/** Data center locations that were up when the API was asked; without the time of that only how many there are. */
export function locationsFigure({ locations: known, checkedAt }: Checked): Figure {
  const locations = known.filter(isDataCenter);
  const all = locations.length;
  if (checkedAt !== null) {
    const up = locations.filter(({ online }) => online).length;
    return {
      value: say(texts.up, { up, all }),
      meaning: texts.upMeaning,
      detail: say(texts.checked, { day: dayOf(checkedAt) }),
    };
  }
  const countries = new Set(locations.map(({ country }) => country)).size;
  return {
    value: say(plural(all, texts.locations), { count: all }),
    meaning: say(plural(countries, texts.countries), { count: countries }),
    detail: null,
    live: 'locations',
  };
}

/** The last leak test, with our rules and without them; empty before the first. */
export function leakFigures(last: LeakTest | null): readonly Figure[] {
  if (last === null) return [];
  const { packetsOutside, packetsWithoutRules, finishedAt } = last;
  return [
    {
      value: say(plural(packetsOutside, texts.outside), { count: count.format(packetsOutside) }),
      meaning: texts.outsideMeaning,
      detail: say(texts.leakTest, { day: dayOf(finishedAt) }),
    },
    {
      value: count.format(packetsWithoutRules),
      meaning: texts.caughtMeaning,
      detail: texts.sameTest,
    },
  ];
}
