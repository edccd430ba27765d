export { grantUpstreams } from './grant-upstreams.ts';
export { upstreamsCommand } from './upstreams-command.ts';
