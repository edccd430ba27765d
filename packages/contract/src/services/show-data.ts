import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { wire } from '../wire.ts';

const bytes = z.int().check(z.minimum(0));

/** Bytes that were bought and not given back, those of them that were used, and those that are left. */
const balance = wire({ boughtBytes: bytes, usedBytes: bytes, availableBytes: bytes });

export const showResidentialData = endpoint({
  method: 'GET',
  path: '/api/v1/residential-data',
  summary: 'The residential VPN data of the signed-in user',
  tag: 'Services',
  caller: 'user',
  reply: balance,
  status: 200,
  errors: [],
});

export const showProxyTraffic = endpoint({
  method: 'GET',
  path: '/api/v1/residential-proxy/traffic',
  summary: 'The residential proxy traffic of the signed-in user',
  tag: 'Services',
  caller: 'user',
  reply: balance,
  status: 200,
  errors: [],
});
