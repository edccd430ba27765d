import { loadLevel } from '@comet/foundation';
import { locationTexts, formatText } from '@comet/texts';
import { homeTexts, locationsTexts, optionsTexts } from '@comet/texts/desktop';
import { choiceNames, exitTexts } from '@comet/texts/tunnel';
import { isAnyCity } from '@comet/tunnel-protocol';
import { classes } from '@comet/ui';
import { type LocationRow, typeName } from './groups.ts';

interface LocationItemProps {
  readonly location: LocationRow;
  /** Shown below the name of its country, which is then not repeated. */
  readonly within?: boolean;
  /** Whether it is the current or next exit. */
  readonly current: boolean;
  readonly favourite: boolean;
  readonly onChoose: () => void;
  readonly onMark: (on: boolean) => void;
}

/** One location: its name, limits, latency and load, and its favourite button. */
export function LocationItem({
  location,
  within = false,
  current,
  favourite,
  onChoose,
  onMark,
}: LocationItemProps) {
  const { city, countryName, milliseconds = null, load = null } = location;
  const place = formatText(homeTexts.inPlace, { city, country: countryName });
  const usable = location.online && location.lacks === null;
  const remarks = remarksOf(location).join(' · ');
  return (
    <li
      data-country={within ? undefined : location.country}
      className={classes('flex items-center gap-1 border-b border-line', within && 'pl-4')}
    >
      <button
        type="button"
        aria-current={current || undefined}
        disabled={!usable}
        onClick={onChoose}
        className="flex min-h-14 min-w-0 grow items-center justify-between gap-4 border-0 bg-transparent px-0 py-2 text-left text-ink not-disabled:hover:text-comet"
      >
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            <span className={classes('wrap-anywhere', usable ? 'font-medium' : 'text-quiet')}>
              {within ? city : place}
            </span>
            {current && <span aria-hidden className="size-2 shrink-0 rounded-full bg-comet" />}
          </span>
          <span className="flex flex-wrap items-center gap-x-3 text-small text-quiet">
            {usable && load !== null && <Load percent={load} />}
            {remarks !== '' && <span>{remarks}</span>}
          </span>
        </span>
        {milliseconds !== null && (
          <span className="shrink-0 font-mono text-small text-quiet">
            {formatText(locationsTexts.milliseconds, { milliseconds })}
          </span>
        )}
      </button>
      <button
        type="button"
        aria-pressed={favourite}
        aria-label={formatText(favourite ? locationsTexts.unmark : locationsTexts.mark, { place })}
        onClick={() => onMark(!favourite)}
        className="grid size-11 shrink-0 place-items-center border-0 bg-transparent"
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className={classes('size-4.5', favourite ? 'fill-comet stroke-comet' : 'fill-none stroke-edge')}
        >
          <path
            d="m10 2.5 2.3 4.8 5.2.7-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2L2.5 8l5.2-.7z"
            strokeWidth="1.4"
          />
        </svg>
      </button>
    </li>
  );
}

const fills = { low: 'bg-safe', medium: 'bg-warn', high: 'bg-danger' } as const;

/** The load as a bar and as text. */
function Load({ percent }: { readonly percent: number }) {
  const level = loadLevel(percent);
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-1.5 w-10 overflow-hidden rounded-bar bg-line">
        {/* An idle location also has a visible bar. */}
        <span
          className={classes('block h-full rounded-bar', fills[level])}
          style={{ width: `${Math.min(100, Math.max(4, percent))}%` }}
        />
      </span>
      <span>
        {locationTexts.load[level]}
        <span className="sr-only"> {formatText(locationsTexts.loadPercent, { percent })}</span>
      </span>
    </span>
  );
}

/** Describes the type of a location, unless it is a standard one, and what it does not support. */
function remarksOf({ code, type, online, lacks, missingLists = [] }: LocationRow): readonly string[] {
  const lists = missingLists.map((list) => optionsTexts.names.lists[list].toLowerCase()).join(', ');
  return [
    ...(type === 'standard' ? [] : [typeName(type)]),
    ...(online ? [] : [locationsTexts.offline]),
    ...(online && isAnyCity(code) ? [exitTexts.anyCity] : []),
    ...(online && lacks !== null && lacks !== 'automatic'
      ? [formatText(locationsTexts.lacks, { choice: choiceNames[lacks] })]
      : []),
    ...(online && lists !== '' ? [formatText(locationsTexts.lacksLists, { lists })] : []),
  ];
}
