import { say } from '@comet/texts';
import { locationsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { FieldError, RadioPills, Skeleton, Subhead, TextField } from '@comet/ui';
import { useState, useSyncExternalStore } from 'react';
import { ScreenFrame } from '../navigation/index.ts';
import { type Filter, filtersOf, groupsOf, type LocationRow, typeName } from './groups.ts';
import { LocationItem } from './location-item.tsx';
import { countriesOf } from './map-view.ts';
import { PlacesMap } from './places-map.tsx';
import { useChoice } from './use-choice.ts';
import { useLocations } from './use-locations.ts';

/** As the breakpoint `wide` of the stylesheet. */
const wide = '(width >= 44rem)';

/** Whether the window is wide enough for two columns: what is not shown is not drawn either. */
function useWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(wide).matches);
}

function follow(changed: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Where traffic can leave. Choosing a place goes there: at once when a tunnel stands, with the next one otherwise. */
export function LocationsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { locations, failure } = useLocations();
  const [typed, setTyped] = useState('');
  const [country, setCountry] = useState<string | null>(null);
  const wide = useWide();
  const [filter, setFilter] = useState<Filter>('all');
  const { choose, mark, refused } = useChoice(snapshot);
  const favourites = snapshot.favourites ?? [];
  const current = currentCode(snapshot);
  const part = (title: string, rows: readonly LocationRow[]) =>
    rows.length > 0 && (
      <section key={title} className="flex flex-col gap-1">
        <Subhead>{title}</Subhead>
        <ul className="m-0 list-none border-t border-line p-0">
          {rows.map((location) => (
            <LocationItem
              key={location.code}
              location={location}
              current={location.code === current}
              favourite={favourites.includes(location.code)}
              onChoose={() => choose(location.code)}
              onMark={(on) => mark(location.code, on)}
            />
          ))}
        </ul>
      </section>
    );
  const ofType =
    locations?.filter(({ type }) => filter === 'all' || filter === 'favourites' || type === filter) ?? [];
  // A country that has nothing of the chosen type narrows nothing.
  const picked = wide && countriesOf(ofType).some((one) => one.country === country) ? country : null;
  const groups =
    locations === null
      ? null
      : groupsOf(narrowed(locations, picked), {
          filter,
          typed,
          favourites,
          recents: snapshot.recents ?? [],
        });
  return (
    <ScreenFrame title={locationsTexts.title} broad>
      <div className="flex flex-col gap-5 wide:grid wide:grid-cols-[5fr_4fr] wide:items-start wide:gap-8">
        {wide && (
          <div className="sticky top-5">
            <PlacesMap snapshot={snapshot} locations={ofType} country={picked} onCountry={setCountry} />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-5 wide:col-start-2">
          <TextField
            label={locationsTexts.search}
            hint={locationsTexts.searchHint}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {locations !== null && (
            <RadioPills
              legend={locationsTexts.filters}
              name="filter"
              pills={filtersOf(locations).map((value) => ({ value, label: filterName(value) }))}
              value={filter}
              onChange={setFilter}
            />
          )}
          <FieldError>{refused}</FieldError>
          {failure !== null && <p className="m-0">{say(locationsTexts.unavailable, { why: failure })}</p>}
          {locations === null && failure === null && <Loading />}
          {groups !== null && (
            <>
              {part(locationsTexts.favourites, groups.favourites)}
              {part(locationsTexts.recents, groups.recents)}
              {part(locationsTexts.others, groups.others)}
              {groups.favourites.length + groups.recents.length + groups.others.length === 0 && (
                <p role="status" className="m-0 text-quiet">
                  {typed === '' ? locationsTexts.noneOfType : say(locationsTexts.none, { words: typed })}
                </p>
              )}
            </>
          )}
        </div>
      </div>
    </ScreenFrame>
  );
}

function narrowed(locations: readonly LocationRow[], country: string | null): readonly LocationRow[] {
  return country === null ? locations : locations.filter((location) => location.country === country);
}

function currentCode({ tunnel, next }: Snapshot): string | null {
  if (tunnel.state === 'connected') return tunnel.place.location;
  return next?.place.location ?? null;
}

function filterName(filter: Filter): string {
  if (filter === 'all') return locationsTexts.all;
  if (filter === 'favourites') return locationsTexts.favourites;
  return typeName(filter);
}

function Loading() {
  return (
    <div role="status" aria-label={locationsTexts.loading} className="flex flex-col gap-5">
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  );
}
