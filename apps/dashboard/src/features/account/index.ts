export { logOut } from './log-out.ts';
export { ResendVerification } from './resend-verification.tsx';
export { FactorField } from './factor-field.tsx';
export { type Proof, ProofForm } from './proof-form.tsx';
export { SignInAgain } from './sign-in-again.tsx';
export { UnverifiedBanner } from './lazy-unverified-banner.ts';
export { factorIn, useProof } from './use-proof.ts';
export { storeUserInfo } from './stored-user.ts';
export { optionalUserQuery, unconfirmedUserQuery, userQuery } from './user.ts';
