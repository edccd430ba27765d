import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { port } from '../fields.ts';
import { automaticPurchase, balanceFields, fullBytes } from '../residential-data/balance.ts';
import { wire } from '../wire.ts';
import { proxyHost } from './proxy-host.ts';

/** The three fields of the endpoint are those of the first host, and null while no proxy is in service. */
export const shownProxy = wire({
  host: z.nullable(z.string()),
  httpPort: z.nullable(port),
  socksPort: z.nullable(port),
  /** All proxies in service, the account's own first: an exit is reached only at its host. */
  hosts: z.array(proxyHost),
  /** A page that returns the caller's address, for programs that test the proxy. */
  echoUrl: z.string(),
  ...balanceFields,
  fullBytes,
  automatic: automaticPurchase,
});

export const showResidentialProxy = endpoint({
  method: 'GET',
  path: '/api/v1/residential-proxy',
  summary: 'Show the endpoints of the residential proxy and the remaining traffic',
  tag: 'Residential proxy',
  caller: 'user',
  reply: shownProxy,
  status: 200,
  errors: [],
});
