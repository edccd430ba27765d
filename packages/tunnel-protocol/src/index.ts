export {
  type CommandError,
  commandErrors,
  type CommandName,
  commands,
  type ParamsOf,
  type ResultOf,
} from './commands.ts';
export {
  type CheckedRequest,
  longestFrame,
  protocolVersion,
  readReply,
  readRequest,
  type Reply,
  type RequestRefusal,
  writeReply,
  writeRequest,
} from './frames.ts';
export {
  type BlockReason,
  blockReasons,
  type Place,
  type Snapshot,
  snapshot,
  type TunnelState,
} from './snapshot.ts';
