import { countryName } from '@comet/texts';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

/** Where exits are live now; countries by their names in the language of the screens. */
export const coverageQuery = queryOptions({
  queryKey: ['coverage'],
  queryFn: async ({ signal }) =>
    (await read(api.showCoverage, { signal })).countries.map((live) => ({
      ...live,
      name: countryName(live.country),
    })),
});
