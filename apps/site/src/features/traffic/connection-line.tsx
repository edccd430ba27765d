import type { PartyKind } from '@comet/texts/site';
import type { IconName } from '@comet/ui';

/** The symbol of a party in a drawing. */
export const partyIcons: Readonly<Record<PartyKind, IconName>> = {
  you: 'laptop',
  network: 'wifi',
  server: 'server',
  home: 'house',
  site: 'globe',
};

/**
 * A line from one party to the next, which fills its container. The tunnel is drawn as a solid trail, the
 * part outside of it as a dashed line.
 */
export function ConnectionLine({
  inside,
  upright = false,
}: {
  readonly inside: boolean;
  readonly upright?: boolean;
}) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      className={`size-full fill-none ${inside ? 'stroke-comet' : 'stroke-quiet'}`}
    >
      <path
        d={upright ? 'M50 0 V40' : 'M0 20 C 30 2, 70 38, 100 20'}
        vectorEffect="non-scaling-stroke"
        strokeWidth={inside ? 3 : 2}
        strokeDasharray={inside ? undefined : '2 6'}
        strokeLinecap="round"
      />
    </svg>
  );
}
