import { classes } from '../actions/classes.ts';

/** The place of something that is being fetched. `className` gives its size. */
export function Skeleton({ className }: { readonly className: string }) {
  return (
    <span aria-hidden="true" className={classes('block animate-breathe rounded-bar bg-line', className)} />
  );
}
