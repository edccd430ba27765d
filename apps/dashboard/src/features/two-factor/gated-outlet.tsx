import { Outlet } from '@tanstack/react-router';
import { ClaimReferral } from '../refer-friend/index.ts';
import { TwoFactorGate } from './two-factor-gate.tsx';

/** Routes that need a user and are outside of the dashboard. */
export default function GatedOutlet() {
  return (
    <TwoFactorGate>
      <ClaimReferral />
      <Outlet />
    </TwoFactorGate>
  );
}
