export { HomeScreen } from './home-screen.tsx';
export { homeView } from './home-view.ts';
export { Orbit } from './orbit.tsx';
