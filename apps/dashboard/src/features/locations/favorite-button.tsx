import { locationTexts as texts, say } from '@comet/texts';
import { placeInWords } from './location-words.ts';
import type { Location } from './locations.ts';
import { useFavorite } from './use-favorite.ts';

interface FavoriteButtonProps {
  readonly location: Location;
  readonly marked: boolean;
}

/** A star that is filled for a favorite. */
export function FavoriteButton({ location, marked }: FavoriteButtonProps) {
  const change = useFavorite();
  return (
    <button
      type="button"
      aria-label={say(texts.favorite, { place: placeInWords(location) })}
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
