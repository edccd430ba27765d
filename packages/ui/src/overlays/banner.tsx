import type { ReactNode } from 'react';
import { classes } from '../actions/classes.ts';

const tones = {
  note: 'border-comet',
  warn: 'border-warn',
  danger: 'border-danger',
  safe: 'border-safe',
} as const;

interface BannerProps {
  readonly tone?: keyof typeof tones;
  readonly title?: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Announced as soon as it appears: for the result of a user action. */
  readonly urgent?: boolean;
}

/** A condition that persists until it is resolved, with its remedy. */
export function Banner({ tone = 'note', title, children, action, urgent = false }: BannerProps) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={classes(
        'flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-l-3 bg-raised py-3.5 pr-4 pl-4',
        tones[tone],
      )}
    >
      <div className="min-w-0">
        {title !== undefined && <p className="m-0 font-semibold">{title}</p>}
        <p className={classes('m-0 break-words', title !== undefined && 'text-quiet')}>{children}</p>
      </div>
      {action}
    </div>
  );
}
