export { SignedOut } from './signed-out.tsx';
