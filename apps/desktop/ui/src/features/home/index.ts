export { HomeScreen } from './home-screen.tsx';
export { hasClock, homeView } from './home-view.ts';
export { Orbit } from './orbit.tsx';
