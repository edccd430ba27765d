import { Skeleton } from '@comet/ui';
import { LoadingNote } from '../shell/index.ts';

/** Placeholder of the referral link. */
export function ReferFriendSkeleton() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <Skeleton className="h-10 w-full max-w-100" />
      <Skeleton className="h-5 w-full max-w-130" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="mt-4 h-28 w-full" />
      <LoadingNote />
    </div>
  );
}
