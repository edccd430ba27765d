export { admit, forgetStoredRedirect } from './admit.ts';
export { afterSignIn } from './guard.ts';
