import { classes } from '../actions/classes.ts';

/** A placeholder while content is loading. `className` sets its size. */
export function Skeleton({ className }: { readonly className: string }) {
  return (
    <span aria-hidden="true" className={classes('block animate-breathe rounded-bar bg-line', className)} />
  );
}
