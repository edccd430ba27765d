import type { Result } from '@comet/foundation';
import { formatText } from '@comet/texts';
import { failureText, locationsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { FieldError, RadioPills, SearchField, Skeleton, Subhead } from '@comet/ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type DaemonFailure, useDaemon } from '../../platform/daemon/index.ts';
import { ScreenFrame, useNavigation } from '../navigation/index.ts';
import { nextLocation, profileText } from '../profiles/index.ts';
import { choicesOf } from './choices.ts';
import { ChoicesSection } from './choices-section.tsx';
import { CountryItem } from './country-item.tsx';
import { type CountryGroup, type Filter, filtersOf, groupsOf, type LocationRow, typeName } from './groups.ts';
import { LocationItem } from './location-item.tsx';
import { LocationsMap } from './locations-map.tsx';
import { useLocations } from './use-locations.ts';

/** Choosing a location connects to it or, while disconnected, sets it as the default. */
function useChoice({ tunnel }: Snapshot) {
  const daemon = useDaemon();
  const { home } = useNavigation();
  const [refused, setRefused] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);
  // A connection is shown on home once it starts; a refusal before that is shown here.
  useEffect(() => {
    if (isMoving && tunnel.state === 'connecting') home();
  }, [isMoving, tunnel.state, home]);

  async function change(send: (isMoving: boolean) => Promise<Result<unknown, DaemonFailure>>): Promise<void> {
    setRefused(null);
    const moving = tunnel.state !== 'disconnected';
    setMoving(moving);
    const done = await send(moving);
    setMoving(false);
    if (done.ok) home();
    else setRefused(failureText(done.error.error, done.error.detail));
  }

  async function mark(location: string, on: boolean): Promise<void> {
    const done = await daemon.send('favourite.set', { location, on });
    if (!done.ok) setRefused(failureText(done.error.error, done.error.detail));
  }

  return {
    choose: (location: string) =>
      void change((moving) =>
        moving ? daemon.send('connect', { location }) : daemon.send('server.set', { server: location }),
      ),
    useProfile: (name: string) => void change(() => daemon.send('profile.use', { name })),
    mark: (location: string, on: boolean) => void mark(location, on),
    refused,
  };
}

/** The list of locations by country below a map of them. Choosing one connects to it. */
export function LocationsScreen({ snapshot }: { readonly snapshot: Snapshot }) {
  const { locations, failure } = useLocations();
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const { choose, useProfile, mark, refused } = useChoice(snapshot);
  const current = currentPlace(snapshot);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { open } = useNavigation();
  const favourites = snapshot.favourites ?? [];

  /** Selects a country on the map: the list shows it and focuses it. */
  const pick = useCallback((country: string) => {
    setTyped('');
    setFilter((before) => (before === 'favourites' ? 'all' : before));
    setPicked(country);
  }, []);
  useEffect(() => {
    if (picked === null) return;
    const button = list.current?.querySelector<HTMLElement>(`[data-country="${picked}"] button:enabled`);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'center' });
  }, [picked]);

  // At first the current country is open; searching, and selecting on the map, open countries too.
  const isOpen = (country: string) =>
    typed.trim() !== '' || (country === current?.country || country === picked) !== toggled.has(country);
  const toggle = (country: string) =>
    setToggled((before) =>
      before.has(country)
        ? new Set([...before].filter((one) => one !== country))
        : new Set([...before, country]),
    );

  const item = (location: LocationRow, within = false) => (
    <LocationItem
      key={location.code}
      location={location}
      within={within}
      current={location.code === current?.location}
      favourite={favourites.includes(location.code)}
      onChoose={() => choose(location.code)}
      onMark={(on) => mark(location.code, on)}
    />
  );
  const country = (group: CountryGroup) => {
    const [only, ...others] = group.locations;
    return only !== undefined && others.length === 0 ? (
      item(only)
    ) : (
      <CountryItem
        key={group.country}
        group={group}
        open={isOpen(group.country)}
        onToggle={() => toggle(group.country)}
      >
        {group.locations.map((location) => item(location, true))}
      </CountryItem>
    );
  };
  const groups =
    locations === null
      ? null
      : groupsOf(locations, { filter, typed, favourites, recents: snapshot.recents ?? [] });
  const choices = choicesOf(locations ?? [], snapshot.settings, { filter, typed });
  const shown =
    groups === null
      ? 0
      : groups.favourites.length + groups.recents.length + groups.countries.length + choices.length;
  return (
    <ScreenFrame
      title={locationsTexts.title}
      ground={
        <LocationsMap
          snapshot={snapshot}
          locations={locations}
          filter={filter}
          picked={picked}
          onPick={pick}
        />
      }
    >
      <SearchField
        label={locationsTexts.search}
        placeholder={locationsTexts.searchHint}
        value={typed}
        onChange={setTyped}
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
      {failure !== null && <p className="m-0">{formatText(locationsTexts.unavailable, { why: failure })}</p>}
      {locations === null && failure === null && <Loading />}
      {groups !== null && (
        <div ref={list} className="flex flex-col gap-5">
          {groups.favourites.length > 0 && (
            <ListSection title={locationsTexts.favourites}>
              {groups.favourites.map((location) => item(location))}
            </ListSection>
          )}
          {groups.recents.length > 0 && (
            <ListSection title={locationsTexts.recents}>
              {groups.recents.map((location) => item(location))}
            </ListSection>
          )}
          <ChoicesSection
            choices={choices}
            profileHint={(name) => profileHint(name, snapshot, locations)}
            onChoose={({ kind, location }) => (kind === 'profile' ? useProfile(location) : choose(location))}
            onEdit={() => open('lists')}
          />
          {groups.countries.length > 0 && (
            <ListSection title={locationsTexts.others}>{groups.countries.map(country)}</ListSection>
          )}
          {shown === 0 && (
            <p role="status" className="m-0 text-quiet">
              {nothingText(typed.trim(), filter)}
            </p>
          )}
        </div>
      )}
    </ScreenFrame>
  );
}

/** Describes the profile with this name. */
function profileHint(
  name: string,
  { settings, next }: Snapshot,
  locations: readonly LocationRow[] | null,
): string {
  const profile = settings.profiles.find((one) => one.name === name);
  const parts = profile === undefined ? '' : profileText(profile, locations ?? nextLocation(next));
  return formatText(locationsTexts.profile, { parts });
}

function ListSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <Subhead>{title}</Subhead>
      <ul className="m-0 list-none border-t border-line p-0">{children}</ul>
    </section>
  );
}

function currentPlace({ tunnel, next }: Snapshot) {
  return tunnel.state === 'connected' ? tunnel.place : next?.place;
}

function nothingText(typed: string, filter: Filter): string {
  if (typed !== '') return formatText(locationsTexts.none, { typed });
  return filter === 'favourites' ? locationsTexts.noFavourites : locationsTexts.noneOfType;
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
