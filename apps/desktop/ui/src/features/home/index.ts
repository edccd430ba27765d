export { HomeScreen } from './home-screen.tsx';
export { canLetOut, homeClock, homeView, reasonOf } from './home-view.ts';
export { excludedTrafficText as outsideLine, fallbackText as fallbackLine } from './tunnel-notices.ts';
export { Orbit } from './orbit.tsx';
export { useConnection } from './use-connection.ts';
