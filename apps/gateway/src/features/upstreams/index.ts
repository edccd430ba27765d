export { watchUpstreams } from './upstreams.ts';
