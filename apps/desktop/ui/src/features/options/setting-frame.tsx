import { FieldError } from '@comet/ui';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../navigation/index.ts';

interface SettingFrameProps {
  readonly title: string;
  /** An explanation, if the name is not sufficient. */
  readonly why?: string;
  /** Why the last choice was rejected. */
  readonly failure: string | null;
  readonly children: ReactNode;
}

/** The screen of one setting: its explanation, why the daemon rejected the last choice, and the choice. */
export function SettingFrame({ title, why, failure, children }: SettingFrameProps) {
  return (
    <ScreenFrame title={title}>
      {why !== undefined && <p className="m-0 text-quiet">{why}</p>}
      <FieldError>{failure}</FieldError>
      {children}
    </ScreenFrame>
  );
}
