import { errorText, locationTexts as texts, plural, formatText } from '@comet/texts';
import { CheckRow, Disclosure, FieldError, useNotify } from '@comet/ui';
import { useSuspenseQueries, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useState } from 'react';
import { ownPosition } from './distance.ts';
import { sortByDistance, type LocationWithDistance } from './sort-by-distance.ts';
import { detailOf, locationLabel } from './location-text.ts';
import { favoritesQuery, type Location, locationsQuery } from './locations.ts';
import { api, call } from '../../platform/data/api.ts';

interface LocationChoiceProps {
  readonly legend: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** Why the location cannot be chosen, as text; null if it can. */
  readonly lacks: (location: Location) => string | null;
  /** Shown if no location can be chosen. */
  readonly none?: string;
  readonly fieldset: RefObject<HTMLFieldSetElement | null>;
  /** Shown above the locations. */
  readonly error: string | undefined;
}

/**
 * Multiple choice of locations: favorites first, then the nearest. Unavailable ones are collapsed, each with
 * the reason.
 */
export function LocationChoice(props: LocationChoiceProps) {
  const { legend, chosen, onChange, lacks, none = texts.noneAvailable, fieldset, error } = props;
  const errorId = useId();
  const [locations, favorites] = useSuspenseQueries({ queries: [locationsQuery, favoritesQuery] });
  const [here] = useState(() => ownPosition());
  const sorted = sortByDistance(locations.data, here).map((one) => ({
    ...one,
    lack: one.location.online ? lacks(one.location) : texts.offline,
  }));
  // The order stays when a favorite is added or removed, so that the row under the pointer does not move.
  const [first] = useState(favorites.data);
  const comesFirst = ({ location }: LocationWithDistance) => first.includes(location.code);
  const available = sorted.filter(({ lack }) => lack === null);
  const unavailable = sorted.filter(({ lack }) => lack !== null);
  const groups = [
    { name: texts.favorites, listed: available.filter(comesFirst) },
    { name: texts.others, listed: available.filter((one) => !comesFirst(one)) },
  ].filter((group) => group.listed.length > 0);
  const toggle = (code: string, wanted: boolean) => {
    const next = new Set(chosen);
    if (wanted) next.add(code);
    else next.delete(code);
    onChange(next);
  };
  const rowOf = (one: LocationWithDistance & { readonly lack: string | null }) => {
    const { code, city, load } = one.location;
    return (
      <CheckRow
        key={code}
        title={city}
        detail={detailOf(one)}
        figure={one.lack ?? (load === null ? undefined : texts.load[load])}
        checked={chosen.has(code) && one.lack === null}
        disabled={one.lack !== null}
        onChange={(wanted) => toggle(code, wanted)}
        action={<FavoriteButton location={one.location} marked={favorites.data.includes(code)} />}
      />
    );
  };
  return (
    <fieldset
      ref={fieldset}
      aria-describedby={error === undefined ? undefined : errorId}
      className="m-0 flex flex-col gap-6 border-0 p-0"
    >
      <legend className="sr-only">{legend}</legend>
      <FieldError id={errorId}>{error}</FieldError>
      {groups.map((group) => (
        <div key={group.name} role="group" aria-label={group.name}>
          {groups.length > 1 && <p className="m-0 text-small font-medium text-quiet">{group.name}</p>}
          {group.listed.map(rowOf)}
        </div>
      ))}
      {available.length === 0 && <p className="m-0">{none}</p>}
      {unavailable.length > 0 && (
        <Disclosure
          summary={formatText(plural(unavailable.length, texts.unavailable), { count: unavailable.length })}
        >
          {unavailable.map(rowOf)}
        </Disclosure>
      )}
      {here !== null && <p className="m-0 text-small text-quiet">{texts.distanceNote}</p>}
    </fieldset>
  );
}

interface FavoriteButtonProps {
  readonly location: Location;
  readonly marked: boolean;
}

/** A star, filled for a favorite. */
function FavoriteButton({ location, marked }: FavoriteButtonProps) {
  const change = useFavorite();
  return (
    <button
      type="button"
      aria-label={formatText(texts.favorite, { place: locationLabel(location) })}
      aria-pressed={marked}
      onClick={() => change(location.code, !marked)}
      className="-mr-3 flex size-11 shrink-0 items-center justify-center rounded-control border-0 bg-transparent text-quiet transition-colors hover:text-ink aria-pressed:text-comet"
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5">
        <path
          d="M10 2.6l2.3 4.7 5.1.7-3.7 3.6.9 5.1-4.6-2.4-4.6 2.4.9-5.1L2.6 8l5.1-.7z"
          fill={marked ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}

/**
 * Adds a location to the favorites or removes it. The star changes at once, and is reverted if the request
 * fails.
 */
function useFavorite(): (location: string, marked: boolean) => void {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { queryKey } = favoritesQuery;
  const mark = (location: string, marked: boolean) =>
    queryClient.setQueryData(queryKey, (codes: readonly string[] = []) => [
      ...codes.filter((code) => code !== location),
      ...(marked ? [location] : []),
    ]);
  const change = useMutation({
    mutationFn: ({ location, marked }: { readonly location: string; readonly marked: boolean }) =>
      marked
        ? call(api.markFavoriteLocation, { body: { location } })
        : call(api.unmarkFavoriteLocation, { params: { location } }),
    onMutate: async ({ location, marked }) => {
      await queryClient.cancelQueries({ queryKey });
      mark(location, marked);
    },
    onError: (error, { location, marked }) => {
      mark(location, !marked);
      notify(errorText(error).text, { id: location, tone: 'danger' });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (location, marked) => change.mutate({ location, marked });
}
