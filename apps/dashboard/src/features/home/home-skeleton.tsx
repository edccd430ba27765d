import { Skeleton } from '@comet/ui';
import { ListSkeleton } from '../shell/index.ts';

/** Placeholder of the home screen, with the plan's progress bar. */
export function HomeSkeleton() {
  return (
    <ListSkeleton>
      <Skeleton className="h-1.5 w-full" />
    </ListSkeleton>
  );
}
