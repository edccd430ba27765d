export { PlansScreen } from './plans-screen.tsx';
