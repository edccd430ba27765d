export { guardRoute } from './guard-route.ts';
export { useCompleteSignIn } from './complete-sign-in.ts';
