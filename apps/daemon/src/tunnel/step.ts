import type { FirewallPolicy } from '../platform/firewall/firewall.ts';
import type { Facts, Message, State } from './state.ts';
import { inConnected } from './states/connected.ts';
import { inConnecting } from './states/connecting.ts';
import { inDisconnected } from './states/disconnected.ts';
import { inDisconnecting } from './states/disconnecting.ts';
import { inError } from './states/error.ts';

/** The next state. `policy` is what the firewall holds now. The same object comes back when nothing changes. */
export function step(state: State, message: Message, facts: Facts, policy: FirewallPolicy | null): State {
  switch (state.kind) {
    case 'disconnected':
      return inDisconnected(state, message, facts, policy);
    case 'connecting':
      return inConnecting(state, message, facts, policy);
    case 'connected':
      return inConnected(state, message, facts, policy);
    case 'disconnecting':
      return inDisconnecting(state, message, facts);
    case 'error':
      return inError(state, message, facts, policy);
  }
}
