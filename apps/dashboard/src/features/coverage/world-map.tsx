import { coverageTexts as texts, formatList, plural, say } from '@comet/texts';
import { DotMap } from '@comet/ui';
import { worldDots, worldSize } from '@comet/ui/world';
import type { LiveCountry } from './live.ts';

/** Countries with live exits carry light; pointing at one says how many. A country that the map does not know is in the list alone. */
export function WorldMap({ countries }: { readonly countries: readonly LiveCountry[] }) {
  const live = new Set(countries.map(({ country }) => country));
  return (
    <DotMap
      label={
        countries.length === 0
          ? texts.mapNone
          : say(texts.map, { countries: formatList(countries.map(({ name }) => name)) })
      }
      {...worldSize}
      dark={[...worldDots].flatMap(([country, dots]) => (live.has(country) ? [] : dots))}
      lit={countries.map(({ country, name, exits }) => ({
        key: country,
        title: say(plural(exits, texts.inCountry), { country: name, count: exits }),
        dots: worldDots.get(country) ?? [],
      }))}
    />
  );
}
