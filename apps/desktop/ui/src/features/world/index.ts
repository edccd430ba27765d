export { CenteredMap, centerOf } from './centered-map.tsx';
