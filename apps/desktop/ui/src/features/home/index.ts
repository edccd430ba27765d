export { HomeScreen } from './home-screen.tsx';
export { canLetOut, homeClock, homeView } from './home-view.ts';
export { Orbit } from './orbit.tsx';
