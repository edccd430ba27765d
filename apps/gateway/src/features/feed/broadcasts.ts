import { allGateways, type FeedMessage } from '@comet/contract';

/** Whether a line is for all gateways. Only those of which the control plane signs one for all may be. */
export function isBroadcast(message: FeedMessage): boolean {
  if (message.gateway !== allGateways) return false;
  if (message.type === 'chunks' || message.type === 'revoke_account') return true;
  return 'previous' in message && message.previous !== undefined;
}
