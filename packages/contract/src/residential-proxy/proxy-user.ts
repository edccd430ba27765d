import { isPublicIp } from '@comet/foundation';
import * as z from 'zod/mini';
import { deviceName, id, instant } from '../fields.ts';
import { wire } from '../wire.ts';

/** What it may use in a calendar month (UTC), in bytes; null for as much as there is. */
export const limitBytes = z.nullable(z.int().check(z.minimum(1_000_000), z.maximum(1_000_000_000_000_000)));

/** From these its password is not asked; the user name still says whose traffic it is. Nobody comes from an address of a home's own network. */
export const addresses = z.array(z.string().check(z.refine(isPublicIp))).check(z.maxLength(32));

/** Somebody, or some program, that uses an account's residential proxy. */
export const proxyUser = wire({
  id,
  name: deviceName,
  username: z.string(),
  password: z.string(),
  limitBytes,
  /** In this calendar month. */
  usedBytes: z.int().check(z.minimum(0)),
  /** How many connections it may have at a time, on each server. */
  connections: z.int(),
  enabled: z.boolean(),
  addresses: z.array(z.string()),
  createdAt: instant,
});
