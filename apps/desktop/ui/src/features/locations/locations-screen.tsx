import { say } from '@comet/texts';
import { locationsTexts, failureText } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { FieldError, RadioPills, Skeleton, Subhead, TextField, DotMap, SelectField } from '@comet/ui';
import { worldDots, worldSize } from '@comet/ui/world';
import { useState, useSyncExternalStore, useMemo, useEffect } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { ScreenFrame, useNavigation } from '../navigation/index.ts';
import { type Filter, filtersOf, groupsOf, type LocationRow, typeName } from './groups.ts';
import { LocationItem } from './location-item.tsx';
import { countriesOf, exitSays, residentialSays } from './map-view.ts';
import { useLocations } from './use-locations.ts';

/** Choosing a location connects to it, or, while disconnected, sets it as the default. */
function useChoice({ tunnel }: Snapshot) {
  const daemon = useDaemon();
  const { home } = useNavigation();
  const [refused, setRefused] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);
  // Home shows a connection once it starts; an earlier refusal is shown here.
  useEffect(() => {
    if (isMoving && tunnel.state === 'connecting') home();
  }, [isMoving, tunnel.state, home]);

  async function choose(location: string): Promise<void> {
    setRefused(null);
    const moving = tunnel.state !== 'disconnected';
    setMoving(moving);
    const done = await (moving
      ? daemon.ask('connect', { location })
      : daemon.ask('server.set', { server: location }));
    setMoving(false);
    if (done.ok) home();
    else setRefused(failureText(done.error.error, done.error.detail));
  }

  async function mark(location: string, on: boolean): Promise<void> {
    const done = await daemon.ask('favourite.set', { location, on });
    if (!done.ok) setRefused(failureText(done.error.error, done.error.detail));
  }

  return {
    choose: (location: string) => void choose(location),
    mark: (location: string, on: boolean) => void mark(location, on),
    refused,
  };
}

interface LocationsMapProps {
  readonly snapshot: Snapshot;
  /** Those that the list may show. */
  readonly locations: readonly LocationRow[];
  /** The code of the country that filters the list; null for none. */
  readonly country: string | null;
  readonly onCountry: (country: string | null) => void;
}

const all = '';

/** The map of locations. Choosing a country filters the list to its locations. */
function LocationsMap({ snapshot, locations, country, onCountry }: LocationsMapProps) {
  const countries = useMemo(() => countriesOf(locations), [locations]);
  const { tunnel, next } = snapshot;
  const current = tunnel.state === 'connected' ? tunnel.place.country : next?.place.country;
  const residential = residentialSays(locations);
  const exit = exitSays(snapshot);
  const lit = new Set(countries.map((one) => one.country));
  return (
    <aside className="flex flex-col gap-4">
      <DotMap
        label={locationsTexts.map}
        {...worldSize}
        dark={[...worldDots].flatMap(([code, dots]) => (lit.has(code) ? [] : dots))}
        lit={countries.map((one) => ({
          key: one.country,
          title: one.says,
          dots: worldDots.get(one.country) ?? [],
          strong: one.country === (country ?? current),
        }))}
        onPick={onCountry}
      />
      <SelectField
        label={locationsTexts.country}
        options={[
          { value: all, label: locationsTexts.allCountries },
          ...countries.map((one) => ({ value: one.country, label: one.says })),
        ]}
        value={country ?? all}
        onChange={(chosen) => onCountry(chosen === all ? null : chosen)}
      />
      <div className="flex flex-col gap-1 text-small text-quiet">
        {exit !== null && <p className="m-0">{exit}</p>}
        {residential !== null && <p className="m-0">{residential}</p>}
      </div>
    </aside>
  );
}

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

/** The list of locations. Choosing one connects to it. */
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
  // A country without locations of the chosen type does not filter.
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
            <LocationsMap snapshot={snapshot} locations={ofType} country={picked} onCountry={setCountry} />
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
