import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { userQuery } from '../account/index.ts';
import { isSecondFactorOwed } from '../../platform/storage/second-factor-owed.ts';
import { Loading } from '../shell/index.ts';

const GateScreen = lazy(() => import('./gate-screen.tsx'));

/** Renders its children, or the second-factor screen while the user cannot be read without the second factor. */
export function TwoFactorGate({ children }: { readonly children: ReactNode }) {
  const { error } = useQuery(userQuery);
  if (!isSecondFactorOwed(error)) return children;
  return (
    <Suspense fallback={<Loading />}>
      <GateScreen />
    </Suspense>
  );
}
