import * as z from 'zod/mini';
import { deviceName, id, instant } from '../fields.ts';
import { wire } from '../wire.ts';

export const passkeyName = deviceName;

export const passkey = wire({
  id,
  name: passkeyName,
  /** True for a passkey that its provider syncs to other devices; false for one that stays on its device or security key. */
  isSynced: z.boolean(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
