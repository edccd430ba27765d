export { followOwnNetworks } from './follow-own-networks.ts';
