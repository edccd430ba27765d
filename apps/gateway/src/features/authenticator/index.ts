export { openLaunchers, programUsers } from './launchers.ts';
export { connectTo, readLines } from './line-socket.ts';
export {
  type Credential,
  longestOrder,
  type News,
  news,
  type Order,
  ordersVersion,
  type ProgramName,
  type ProgramSpec,
} from './orders.ts';
export { serveOrders } from './serve.ts';
