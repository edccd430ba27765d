import { say } from '@comet/texts';
import { homeTexts, locationsTexts, optionsTexts } from '@comet/texts/desktop';
import { choiceNames, exitTexts } from '@comet/texts/tunnel';
import { isAnyCity } from '@comet/tunnel-protocol';
import { classes } from '@comet/ui';
import { type LocationRow, typeName } from './groups.ts';

interface LocationItemProps {
  readonly location: LocationRow;
  /** Whether it is the current or next exit. */
  readonly current: boolean;
  readonly favourite: boolean;
  readonly onChoose: () => void;
  readonly onMark: (on: boolean) => void;
}

/** One location: its name, limits, latency and load, and its favourite button. */
export function LocationItem({ location, current, favourite, onChoose, onMark }: LocationItemProps) {
  const place = say(homeTexts.inPlace, { city: location.city, country: location.countryName });
  const usable = location.online && location.lacks === null;
  return (
    <li className="flex items-center gap-3 border-b border-line">
      <button
        type="button"
        aria-current={current || undefined}
        disabled={!usable}
        onClick={onChoose}
        className="flex min-h-14 min-w-0 grow items-center justify-between gap-4 border-0 bg-transparent px-0 py-2.5 text-left text-ink"
      >
        <span className="flex min-w-0 flex-col">
          <span className={classes('wrap-anywhere', usable ? 'font-medium' : 'text-quiet')}>{place}</span>
          <span className="text-small text-quiet">{about(location)}</span>
        </span>
        <span className="flex shrink-0 flex-col text-right font-mono text-small text-quiet">
          {figures(location).map((figure) => (
            <span key={figure}>{figure}</span>
          ))}
        </span>
      </button>
      <button
        type="button"
        aria-pressed={favourite}
        aria-label={say(favourite ? locationsTexts.unmark : locationsTexts.mark, { place })}
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

function about({ code, type, online, lacks, missingLists = [] }: LocationRow): string {
  if (!online) return [typeName(type), locationsTexts.offline].join(' · ');
  const lists = missingLists.map((list) => optionsTexts.names.lists[list].toLowerCase()).join(', ');
  const wrong = [
    ...(isAnyCity(code) ? [exitTexts.anyCity] : []),
    ...(lacks === null || lacks === 'automatic'
      ? []
      : [say(locationsTexts.lacks, { choice: choiceNames[lacks] })]),
    ...(lists === '' ? [] : [say(locationsTexts.lacksLists, { lists })]),
  ];
  return [typeName(type), ...wrong].join(' · ');
}

function figures({ milliseconds, load }: LocationRow): readonly string[] {
  return [
    ...(milliseconds === null || milliseconds === undefined
      ? []
      : [say(locationsTexts.milliseconds, { milliseconds })]),
    ...(load === null || load === undefined ? [] : [say(locationsTexts.load, { percent: load })]),
  ];
}
