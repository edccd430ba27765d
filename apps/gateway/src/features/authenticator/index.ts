export { openLaunchers, programUsers } from './programs.ts';
export { connectTo, readLines } from './line-socket.ts';
export {
  type Credential,
  longestOrder,
  type Event,
  event,
  type Order,
  ordersVersion,
  type ProgramName,
  type ProgramSpec,
} from './orders.ts';
export { serveOrders } from './serve.ts';
