import { settingsTexts } from '@comet/texts';
import { Row, Skeleton } from '@comet/ui';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useIsLate } from '../shell/index.ts';

/** Counts the rows of a screen that are awaited; a row adds 1 and takes it off again. */
const Count = createContext<(change: 1 | -1) => void>(() => {});

/** Says once for all rows inside that some are loading, when that takes a while: many rows may wait for the same answer. */
export function AwaitedRows({ children }: { readonly children: ReactNode }) {
  const [awaited, setAwaited] = useState(0);
  const isLate = useIsLate();
  const [count] = useState(() => (change: 1 | -1) => setAwaited((before) => before + change));
  return (
    <Count value={count}>
      {children}
      <p role="status" className="sr-only">
        {isLate && awaited > 0 && settingsTexts.loading}
      </p>
    </Count>
  );
}

/** The place of a row that is loading. */
export function AwaitedRow() {
  const count = use(Count);
  const isLate = useIsLate();
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
  return (
    <Row term={<Skeleton className="h-5 w-24" />}>
      <span className="flex h-6 items-center text-quiet">
        {isLate ? settingsTexts.loadingRow : <Skeleton className="h-5 w-60 max-w-full" />}
      </span>
    </Row>
  );
}
