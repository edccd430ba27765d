export { RouteDrawing } from './route-drawing.tsx';
export { Seen, WhoSeesWhat } from './who-sees-what.tsx';
