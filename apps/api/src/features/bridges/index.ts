export { replyToBridgeRequest } from './reply-to-request.ts';
export { bridgesCommand } from './bridges-command.ts';
export { listedBridges } from './bridges.store.ts';
