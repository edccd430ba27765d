import { isDataCenter } from '@comet/contract';
import { formatList, glanceTexts as texts, plural, formatText } from '@comet/texts';
import { DotMap } from '@comet/ui';
import { worldDots, worldSize } from '@comet/ui/world';
import { useQuery } from '@tanstack/react-query';
import { locationsQuery, type Location } from '../locations/index.ts';

interface LocationsMapProps {
  /** Codes of the locations of the account's configurations. */
  readonly used: readonly string[];
}

/**
 * A world map of the countries with locations, in which those of the account's configurations are
 * highlighted.
 */
export default function LocationsMap({ used }: LocationsMapProps) {
  const { data: locations = [] } = useQuery(locationsQuery);
  const countries = mapCountries(locations, used);
  const { online, count } = countAvailable(locations);
  const usedNames = countries.filter(({ isUsed }) => isUsed).map(({ name }) => name);
  const lit = new Set(countries.map(({ country }) => country));
  return (
    <div className="flex grow flex-col gap-4">
      {/* As wide as the panel, in the middle of what the devices' list leaves in height. */}
      <div className="-mx-3 flex grow flex-col justify-center sm:-mx-5">
        <DotMap
          label={texts.map}
          {...worldSize}
          dark={[...worldDots].flatMap(([country, dots]) => (lit.has(country) ? [] : dots))}
          lit={countries.map(({ country, name, isUsed }) => ({
            key: country,
            title: name,
            dots: worldDots.get(country) ?? [],
            strong: isUsed,
          }))}
        />
      </div>
      {count > 0 && (
        <p className="m-0 border-t border-line pt-4 text-small text-quiet">
          {formatText(plural(count, texts.locations), { online, count })}
          {usedNames.length > 0 && (
            <span className="block">
              {formatText(texts.usedLocations, { countries: formatList(usedNames) })}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

interface MapCountry {
  /** ISO 3166-1 alpha-2, in capitals. */
  readonly country: string;
  readonly name: string;
  /** Whether the account has a configuration for a location in this country. */
  readonly isUsed: boolean;
}

/**
 * Returns the countries of the locations, without duplicates. `used`: codes of the locations that the account
 * has configurations for.
 */
export function mapCountries(
  locations: readonly Pick<Location, 'code' | 'country' | 'countryName'>[],
  used: readonly string[],
): readonly MapCountry[] {
  const inUse = locations.filter(({ code }) => used.includes(code)).map(({ country }) => country);
  const names = new Map(locations.map(({ country, countryName }) => [country, countryName]));
  return [...names].map(([country, name]) => ({ country, name, isUsed: inUse.includes(country) }));
}

/** Counts the data center locations, and those of them that a device can connect to now, as on the status page. */
export function countAvailable(locations: readonly Pick<Location, 'type' | 'online'>[]): {
  readonly online: number;
  readonly count: number;
} {
  const dataCenters = locations.filter(isDataCenter);
  return { online: dataCenters.filter(({ online }) => online).length, count: dataCenters.length };
}
