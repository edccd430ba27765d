import { plural, formatText } from '@comet/texts';
import { locationsTexts } from '@comet/texts/desktop';
import { classes, Icon } from '@comet/ui';
import { type ReactNode, useId } from 'react';
import type { CountryGroup } from './groups.ts';
import { shortestOf } from './map-view.ts';

interface CountryItemProps {
  readonly group: CountryGroup;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Its locations, rendered while it is open. */
  readonly children: ReactNode;
}

/** A country with several locations, which opens to its cities. */
export function CountryItem({ group, open, onToggle, children }: CountryItemProps) {
  const id = useId();
  const shortest = shortestOf(group.locations);
  const count = group.locations.length;
  return (
    <li data-country={group.country}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
        className="flex min-h-14 w-full items-center gap-4 border-0 border-b border-line bg-transparent px-0 py-2 text-left text-ink hover:text-comet"
      >
        <span className="flex min-w-0 grow flex-col gap-0.5">
          <span className="font-medium wrap-anywhere">{group.name}</span>
          <span className="text-small text-quiet">
            {formatText(plural(count, locationsTexts.count), { count })}
          </span>
        </span>
        {shortest !== null && (
          <span className="shrink-0 font-mono text-small text-quiet">
            {formatText(locationsTexts.milliseconds, { milliseconds: shortest })}
          </span>
        )}
        <span className={classes('mr-2.5 ml-1.5 flex text-quiet transition-transform', open && 'rotate-180')}>
          <Icon name="chevron-down" />
        </span>
      </button>
      {open && (
        <ul id={id} aria-label={group.name} className="m-0 list-none p-0">
          {children}
        </ul>
      )}
    </li>
  );
}
