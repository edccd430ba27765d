export { spreadUpstreams } from './spread-upstreams.ts';
export { upstreamsCommand } from './upstreams-command.ts';
