import { Skeleton } from '@comet/ui';
import { ListSkeleton } from '../shell/index.ts';

/** Where home's parts will stand, the trail of the plan among them. */
export function HomeSkeleton() {
  return (
    <ListSkeleton>
      <Skeleton className="h-1.5 w-full" />
    </ListSkeleton>
  );
}
