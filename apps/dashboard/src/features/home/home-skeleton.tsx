import { Skeleton } from '@comet/ui';

/** Where home's parts will stand. */
export function HomeSkeleton() {
  return (
    <div className="flex flex-col gap-6" aria-busy="true">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-10 w-4/5 max-w-120" />
        <Skeleton className="h-5 w-3/5 max-w-72" />
      </div>
      <Skeleton className="h-1.5 w-full" />
      <div className="flex flex-col gap-8 pt-6">
        <Skeleton className="h-5 w-full max-w-130" />
        <Skeleton className="h-5 w-full max-w-100" />
        <Skeleton className="h-5 w-full max-w-110" />
      </div>
    </div>
  );
}
