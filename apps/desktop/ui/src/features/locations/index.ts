export type { LocationRow } from './groups.ts';
export { LocationsScreen } from './locations-screen.tsx';
export { locationOptions } from './groups.ts';
export { useLocations } from './use-locations.ts';
