export { SignInFlow } from './sign-in-flow.tsx';
