export { HomeScreen } from './home-screen.tsx';
export { canLetOut, homeClock, homeView, reasonOf } from './home-view.ts';
export { fallbackLine } from './fallback-line.ts';
export { outsideLine } from './outside-line.ts';
export { Orbit } from './orbit.tsx';
