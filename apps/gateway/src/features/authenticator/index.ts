export { openLaunchers, programUsers } from './programs.ts';
export { connectTo, readLines } from './line-socket.ts';
export {
  type Credential,
  maxMessageBytes,
  type Event,
  event,
  type Order,
  messagesVersion,
  type ProgramName,
  type ProgramSpec,
} from './authenticator-messages.ts';
export { serveOrders } from './serve.ts';
