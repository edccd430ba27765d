export { logOut } from './log-out.ts';
export { ResendVerification } from './resend-verification.tsx';
export { ProofForm } from './proof-form.tsx';
export { SignInAgain } from './sign-in-again.tsx';
export { UnverifiedBanner } from './unverified-banner.tsx';
export { optionalUserQuery, userQuery } from './user.ts';
