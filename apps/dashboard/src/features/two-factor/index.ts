export { TwoFactorGate } from './two-factor-gate.tsx';
export { TwoFactorRow } from './two-factor-row.tsx';
