import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type Weight = 'primary' | 'secondary' | 'danger';

const weights: Readonly<Record<Weight, string>> = {
  primary: 'bg-comet text-on-comet border-transparent not-disabled:hover:bg-comet-pressed',
  secondary: 'bg-transparent text-ink border-edge not-disabled:hover:border-ink',
  danger:
    'bg-transparent text-danger border-danger not-disabled:hover:bg-danger not-disabled:hover:text-ground',
};

/** The classes of a button, for links of the same weight. */
export function buttonClasses(weight: Weight = 'primary', wide = false): string {
  return classes(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-5 py-2 text-center text-body font-semibold no-underline',
    'transition-colors disabled:opacity-55',
    wide && 'w-full',
    weights[weight],
  );
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly weight?: Weight;
  /** Fills the width of its container. */
  readonly wide?: boolean;
  /** Work is pending: the button keeps its label and focus, and ignores further clicks. */
  readonly busy?: boolean;
}

/** A button for an action in the page. Links to other pages are anchors with `buttonClasses`. */
export function Button({ weight = 'primary', wide = false, busy = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // The second click of a double click may arrive before `busy` is rendered.
        if (busy || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
      className={classes(buttonClasses(weight, wide), busy && 'animate-breathe')}
    />
  );
}
