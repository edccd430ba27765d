import { isPublicIp } from '@comet/foundation';
import * as z from 'zod/mini';
import { deviceName, id, instant } from '../fields.ts';
import { wire } from '../wire.ts';

/** Maximum use in a calendar month (UTC), in bytes; null for no limit. */
export const limitBytes = z.nullable(z.int().check(z.minimum(1_000_000), z.maximum(1_000_000_000_000_000)));

/**
 * Source addresses that need no password; the user name still identifies the proxy user. Private addresses are invalid, because no client
 * connects from one.
 */
export const addresses = z.array(z.string().check(z.refine(isPublicIp))).check(z.maxLength(32));

/** Credentials of a person or program that uses an account's residential proxy. */
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
