import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Result of an action, replacing its form. It takes the focus, so that screen readers announce it and Tab
 * continues from it.
 */
export function Outcome({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-7 outline-none">
      {children}
    </div>
  );
}
