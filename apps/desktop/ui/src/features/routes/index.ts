export { routeDetail } from './route-detail.ts';
