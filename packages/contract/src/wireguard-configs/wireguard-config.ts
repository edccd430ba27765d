import * as z from 'zod/mini';
import { deviceName, id, instant, locationCode, wireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';

/** One downloaded configuration: a key created elsewhere, with a grant on one gateway. It does not contain the private key. */
export const wireguardConfig = wire({
  id,
  name: deviceName,
  location: locationCode,
  gatewayId: id,
  publicKey: wireguardKey,
  /** The tunnel's own addresses, without a prefix length. */
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  dns: z.array(z.union([z.ipv4(), z.ipv6()])),
  /** `ip:port`. */
  endpoint: z.string(),
  serverPublicKey: wireguardKey,
  /** False once its gateway was taken out of service: the configuration does not work any more. */
  inService: z.boolean(),
  createdAt: instant,
});
