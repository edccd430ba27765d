export { HomeScreen } from './home-screen.tsx';
export { homeClock, homeView } from './home-view.ts';
export { Orbit } from './orbit.tsx';
