export { AwayScreen } from './away-screen.tsx';
