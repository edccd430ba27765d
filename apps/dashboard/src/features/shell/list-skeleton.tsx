import { Skeleton } from '@comet/ui';
import type { ReactNode } from 'react';
import { LoadingNote } from './loading-note.tsx';

/** Placeholder of a headline and rows, with `children` between them. */
export function ListSkeleton({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-8" aria-busy="true">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-10 w-4/5 max-w-100" />
        <Skeleton className="h-5 w-full max-w-110" />
      </div>
      {children}
      <div className="flex flex-col gap-8 border-t border-line pt-4">
        <Skeleton className="h-5 w-full max-w-130" />
        <Skeleton className="h-5 w-full max-w-100" />
        <Skeleton className="h-5 w-full max-w-110" />
      </div>
      <LoadingNote />
    </div>
  );
}
