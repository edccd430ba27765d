import { RelayedConnection, type Words } from '../relay/relayed-connection.ts';
import type { Preauthorisations } from '../preauthorised/preauthorisations.ts';
import type { Relay } from '../relay/relay.ts';
import { established } from '../relay/relay-commands.ts';
import type { Engine } from '../engine.ts';
import { headEnd, readBasic, readConnect } from './http-head.ts';
import { readAuthority } from '../egress/destination.ts';
import { httpRefusal } from '../refusals.ts';
import { admit } from '../auth/authenticated-client.ts';

const words: Words = {
  greeting: established,
  refuse: (relay, line, refusal) => relay.refuse(line, Buffer.from(httpRefusal(refusal), 'latin1')),
};

/** A client's tunnel; `received` is the whole head of a CONNECT, or the beginning of one that is longer than anybody needs. */
export function takeConnect(
  engine: Engine,
  relay: Relay,
  passes: Preauthorisations,
  line: number,
  from: string,
  received: Buffer,
): RelayedConnection {
  const tunnel = new RelayedConnection(engine, relay, line, words);
  const text = received.toString('latin1');
  const head = text.endsWith(headEnd) ? readConnect(text.slice(0, -headEnd.length)) : null;
  const destination = head === null ? null : readAuthority(head.authority);
  const authorization = head?.authorization ?? null;
  const credentials = authorization === null ? null : readBasic(authorization);
  const admitted = destination === null ? null : admit(engine, credentials, from);
  if (destination === null || admitted === null) tunnel.refuse('bad_request');
  else if (!admitted.ok) tunnel.refuse(admitted.error);
  else {
    const authenticatedClient = admitted.value;
    const { generation } = authenticatedClient.customer;
    tunnel.visit(authenticatedClient, destination, () => {
      if (credentials !== null)
        passes.opened({ authenticatedClient, generation, credentials, destination, from, head: text });
    });
  }
  return tunnel;
}
