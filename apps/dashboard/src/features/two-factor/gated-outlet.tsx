import { Outlet } from '@tanstack/react-router';
import { TwoFactorGate } from './two-factor-gate.tsx';

/** Routes that need a user and stand outside of the dashboard. */
export default function GatedOutlet() {
  return (
    <TwoFactorGate>
      <Outlet />
    </TwoFactorGate>
  );
}
