import { BrokenTrail, Headline } from '@comet/ui';
import type { ReactNode } from 'react';

interface LinkFailureProps {
  readonly headline: ReactNode;
  readonly explanation: ReactNode;
  /** What the user can do. */
  readonly children: ReactNode;
}

/** An invalid link or code: the reason, and what the user can do. */
export function LinkFailure({ headline, explanation, children }: LinkFailureProps) {
  return (
    <div className="flex w-full flex-col items-start gap-7">
      <BrokenTrail />
      <Headline explanation={explanation}>{headline}</Headline>
      {children}
    </div>
  );
}
