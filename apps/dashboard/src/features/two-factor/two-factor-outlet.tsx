import { Outlet } from '@tanstack/react-router';
import { ClaimReferral } from '../refer-friend/index.ts';
import { TwoFactorGate } from './two-factor-gate.tsx';

/** Layout of routes that require a user and are outside the dashboard's layout. */
export default function TwoFactorOutlet() {
  return (
    <TwoFactorGate>
      <ClaimReferral />
      <Outlet />
    </TwoFactorGate>
  );
}
