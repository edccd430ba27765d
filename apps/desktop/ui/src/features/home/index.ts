export { HomeScreen } from './home-screen.tsx';
export { canLetOut, homeClock, homeView, reasonOf } from './home-view.ts';
export { outsideLine, fallbackLine } from './outside-line.ts';
export { Orbit } from './orbit.tsx';
