import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { wire } from '../wire.ts';

/** The only pair with which an account signs in to OpenVPN servers: 128 random bits each, in small letters and digits. */
export const openvpnCredentials = wire({
  username: z.string(),
  password: z.string(),
  /** When this pair replaced the previous one. */
  createdAt: instant,
});
