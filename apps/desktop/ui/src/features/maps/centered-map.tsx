import { classes, DotMap } from '@comet/ui';
import { worldDots, worldSize } from '@comet/ui/world';
import { type ComponentProps, type CSSProperties, memo } from 'react';

interface CenteredMapProps {
  /** Text alternative in one sentence. */
  readonly label: string;
  /** The highlighted countries. `key`: ISO 3166-1 alpha-2, upper case. */
  readonly lit: readonly LitCountry[];
  /** Code of the country in the center; null for the center of the world. */
  readonly center: string | null;
  /** Minimum width of the whole map, a CSS length. */
  readonly minWidth: string;
  readonly onPick?: (country: string) => void;
  /** Color of the light around the country in the center: `safe` if the connection leads there. */
  readonly halo: 'safe' | 'comet';
  /** Position and size of the frame. */
  readonly className: string;
}

type LitCountry = Pick<ComponentProps<typeof DotMap>['lit'][number], 'key' | 'title' | 'strong'>;

/**
 * A map of the world that fills its frame, centered on a country. It is moved by CSS only: its dots are
 * rendered again only if other countries are highlighted.
 */
export function CenteredMap({ center, minWidth, className, halo, ...map }: CenteredMapProps) {
  const { x, y } = centerOf(center);
  const isKnown = center !== null && worldDots.has(center);
  const style = {
    '--x': x / worldSize.width,
    '--y': y / worldSize.height,
    '--min-width': minWidth,
    '--ratio': worldSize.height / worldSize.width,
  };
  return (
    <div className={classes('map-frame', className)} style={style as CSSProperties}>
      <Dots {...map} center={isKnown ? center : null} halo={halo} />
    </div>
  );
}

const Dots = memo(function Dots({
  label,
  lit,
  onPick,
  center,
  halo,
}: Pick<CenteredMapProps, 'label' | 'lit' | 'onPick' | 'center' | 'halo'>) {
  const { x, y } = centerOf(center);
  const codes = new Set(lit.map(({ key }) => key));
  return (
    <DotMap
      label={label}
      {...worldSize}
      dark={[...worldDots].flatMap(([code, dots]) => (codes.has(code) ? [] : dots))}
      lit={lit.map((country) => ({ ...country, dots: worldDots.get(country.key) ?? [] }))}
      {...(onPick === undefined ? {} : { onPick })}
    >
      {center !== null && (
        <circle
          cx={x}
          cy={y}
          r={2.4}
          className={classes('pointer-events-none opacity-25', halo === 'safe' ? 'fill-safe' : 'fill-comet')}
        />
      )}
    </DotMap>
  );
});

/** The center of the world's land, in columns of the map. */
const middle = { x: worldSize.width / 2, y: worldSize.height * 0.4 };

/**
 * Returns the dot of a country that is nearest to the middle of all its dots, in columns of the map; the
 * center of the world for an unknown one.
 */
export function centerOf(country: string | null): { readonly x: number; readonly y: number } {
  const dots = (country === null ? undefined : worldDots.get(country)) ?? [];
  const mean = {
    x: dots.reduce((sum, { x }) => sum + x, 0) / dots.length,
    y: dots.reduce((sum, { y }) => sum + y, 0) / dots.length,
  };
  const away = (dot: { readonly x: number; readonly y: number }) =>
    Math.hypot(dot.x - mean.x, dot.y - mean.y);
  return dots.toSorted((one, other) => away(one) - away(other))[0] ?? middle;
}
