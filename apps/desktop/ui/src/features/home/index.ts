export { HomeScreen } from './home-screen.tsx';
export { canUnblock, failureLine, homeClock, homeView, remedyOf } from './home-view.ts';
export { excludedTrafficText, fallbackText } from './tunnel-notices.ts';
export { Orbit } from './orbit.tsx';
export { useConnection } from './use-connection.ts';
export { amountOf } from './detail-rows.ts';
