export { checkReply } from './check-reply.ts';
export { type CallOptions, type Client, type ClientOptions, createClient } from './client.ts';
export { certificateFault, connectionFault } from './connection-fault.ts';
export { ApiError, isTransient, NetworkError } from './errors.ts';
export { type Reply, type Send } from './send.ts';
