import { BrokenTrail, Headline } from '@comet/ui';
import type { ReactNode } from 'react';

interface LinkFailureProps {
  readonly headline: ReactNode;
  readonly explanation: ReactNode;
  /** The remedy. */
  readonly children: ReactNode;
}

/** A link or code that leads nowhere: why, and what helps. */
export function LinkFailure({ headline, explanation, children }: LinkFailureProps) {
  return (
    <div className="flex w-full flex-col items-start gap-7">
      <BrokenTrail />
      <Headline explanation={explanation}>{headline}</Headline>
      {children}
    </div>
  );
}
