export { LocationsScreen } from './locations-screen.tsx';
