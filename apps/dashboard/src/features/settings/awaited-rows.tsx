import { settingsTexts } from '@comet/texts';
import { Row, Skeleton } from '@comet/ui';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useIsLate } from '../shell/index.ts';

/** Counts the loading rows of a screen: a row adds 1 when it starts loading and subtracts it at the end. */
const Count = createContext<(change: 1 | -1) => void>(() => {});

/** Shows one loading text for all rows inside it, since many rows may wait for the same read. */
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

/** Placeholder of a row that is loading. */
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
