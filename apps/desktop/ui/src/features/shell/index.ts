export { DaemonUnavailableScreen } from './daemon-unavailable-screen.tsx';
