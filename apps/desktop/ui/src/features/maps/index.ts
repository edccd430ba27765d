export { CenteredMap } from './centered-map.tsx';
