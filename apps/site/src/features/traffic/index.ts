export { RouteDrawing } from './route-drawing.tsx';
export { Seen, PartyVisibility } from './party-visibility.tsx';
