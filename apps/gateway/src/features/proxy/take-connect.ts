import { CarriedLine, type Words } from './carried-line.ts';
import type { CarriedPasses } from './carried-passes.ts';
import type { Carrier } from './carrier.ts';
import { established } from './carrier-orders.ts';
import type { Engine } from './engine.ts';
import { headEnd, readBasic, readConnect } from './http-head.ts';
import { readAuthority } from './read-destination.ts';
import { httpRefusal } from './refusals.ts';
import { admit } from './visit.ts';

const words: Words = {
  greeting: established,
  refuse: (carrier, line, refusal) => carrier.refuse(line, Buffer.from(httpRefusal(refusal), 'latin1')),
};

/** A client's tunnel; `heard` is the whole head of a CONNECT, or the beginning of one that is longer than anybody needs. */
export function takeConnect(
  engine: Engine,
  carrier: Carrier,
  passes: CarriedPasses,
  line: number,
  from: string,
  heard: Buffer,
): CarriedLine {
  const tunnel = new CarriedLine(engine, carrier, line, words);
  const text = heard.toString('latin1');
  const head = text.endsWith(headEnd) ? readConnect(text.slice(0, -headEnd.length)) : null;
  const destination = head === null ? null : readAuthority(head.authority);
  const authorization = head?.authorization ?? null;
  const credentials = authorization === null ? null : readBasic(authorization);
  const admitted = destination === null ? null : admit(engine, credentials, from);
  if (destination === null || admitted === null) tunnel.refuse('bad_request');
  else if (!admitted.ok) tunnel.refuse(admitted.error);
  else {
    const visitor = admitted.value;
    const { era } = visitor.customer;
    tunnel.visit(visitor, destination, () => {
      if (credentials !== null) passes.opened({ visitor, era, credentials, destination, from, head: text });
    });
  }
  return tunnel;
}
