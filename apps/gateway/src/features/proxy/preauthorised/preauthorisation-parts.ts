import type { ProxyRequest } from '../egress/proxy-request.ts';
import type { Relay } from '../relay/relay.ts';
import type { RelayAccounts } from '../relay/relay-accounts.ts';
import type { CommandWriter } from '../relay/relay-commands.ts';
import type { Engine } from '../engine.ts';

/** The part of the relay that preauthorisations use. */
export interface PreauthorisationRelay extends Pick<Relay, 'dials' | 'scheduleFlush' | 'setOwner' | 'end'> {
  readonly accounts: Pick<RelayAccounts, 'idOfQuotaAccount' | 'limitersOf'>;
  readonly commands: Pick<CommandWriter, 'preauthorise' | 'extend' | 'withdraw' | 'refuse'>;
}

export interface PreauthorisationParts {
  readonly engine: Engine;
  readonly relay: PreauthorisationRelay;
  /** Processes a request as if the client had just sent it. */
  reprocess(connectionId: number, proxyRequest: ProxyRequest): void;
}
