import type { ProxyRequest } from '../egress/proxy-request.ts';
import type { Relay } from '../relay/relay.ts';
import type { RelayAccounts } from '../relay/relay-accounts.ts';
import type { CommandWriter } from '../relay/relay-commands.ts';
import type { Engine } from '../engine.ts';

/** What of the relay is needed here. */
export interface PreauthorisationRelay extends Pick<Relay, 'dials' | 'soon' | 'keep' | 'end'> {
  readonly accounts: Pick<RelayAccounts, 'idOfQuotaAccount' | 'gatesOf'>;
  readonly orders: Pick<CommandWriter, 'pass' | 'extend' | 'withdraw' | 'refuse'>;
}

export interface PreauthorisationParts {
  readonly engine: Engine;
  readonly relay: PreauthorisationRelay;
  /** Goes on as if a client had just said its head. */
  reprocess(line: number, proxyRequest: ProxyRequest): void;
}
