export { superviseTunnelSocks, type TunnelSocksPlan } from './supervise-tunnel-socks.ts';
