import { type ReactNode, useEffect, useRef } from 'react';

/** What came of what the person just did, in the place of the form: it takes the focus, so that it is read out and Tab goes on here. */
export function Outcome({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-7 outline-none">
      {children}
    </div>
  );
}
