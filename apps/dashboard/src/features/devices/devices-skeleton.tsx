import { Skeleton } from '@comet/ui';

/** Where the list will stand. */
export function DevicesSkeleton() {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-5 w-full max-w-130" />
      <Skeleton className="h-5 w-full max-w-110" />
    </div>
  );
}
