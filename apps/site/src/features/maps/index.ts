export { TrailMap } from './trail-map.tsx';
export { WorldMap } from './world-map.tsx';
