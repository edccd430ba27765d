export { PasskeyRows } from './passkey-rows.tsx';
export { PasskeySecondFactor } from './passkey-second-factor.tsx';
export { PasskeySignIn } from './passkey-sign-in.tsx';
