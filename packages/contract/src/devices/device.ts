import * as z from 'zod/mini';
import { deviceName, id, instant, platform } from '../fields.ts';
import { wire } from '../wire.ts';

export const device = wire({
  id,
  name: deviceName,
  platform,
  createdAt: instant,
  /** False once its session has ended. It occupies its slot until it is removed or signs in again. */
  signedIn: z.boolean(),
});
