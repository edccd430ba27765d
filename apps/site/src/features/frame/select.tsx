import type { ComponentProps } from 'react';

type SelectProps = Omit<ComponentProps<'select'>, 'className'>;

/** The browser's list of options in a field like all others: the browser's own arrow differs on each system. */
export function Select(select: SelectProps) {
  return (
    <span className="relative block">
      <select
        {...select}
        className="h-12 w-full appearance-none rounded-control border border-edge bg-raised pr-10 pl-3.5 text-body font-normal text-ink"
      />
      <svg
        aria-hidden="true"
        viewBox="0 0 12 8"
        className="pointer-events-none absolute top-5 right-3.5 h-2 w-3 fill-none stroke-quiet stroke-2"
      >
        <path d="m1 1 5 5 5-5" />
      </svg>
    </span>
  );
}
