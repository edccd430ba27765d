import { Skeleton } from '@comet/ui';

/** Where a headline and the rows under it will stand. */
export function ListSkeleton() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-10 w-4/5 max-w-80" />
        <Skeleton className="h-5 w-full max-w-130" />
      </div>
      <div className="flex flex-col gap-8 border-t border-line pt-4">
        <Skeleton className="h-5 w-full max-w-130" />
        <Skeleton className="h-5 w-full max-w-100" />
        <Skeleton className="h-5 w-full max-w-110" />
      </div>
    </div>
  );
}
