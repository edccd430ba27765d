import { Icon } from '@comet/ui';
import type { ComponentProps } from 'react';

type SelectProps = Omit<ComponentProps<'select'>, 'className'>;

/** The browser's list of options in a field like all others: the browser's own arrow differs on each system. */
export function Select(select: SelectProps) {
  return (
    <span className="relative flex items-center">
      <select
        {...select}
        className="min-h-11 w-full appearance-none rounded-control border border-edge bg-raised py-2.5 pr-10 pl-3.5 text-body font-normal text-ink"
      />
      <span className="pointer-events-none absolute right-3.5 flex">
        <Icon name="chevron-down" size="medium" />
      </span>
    </span>
  );
}
