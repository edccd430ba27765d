import * as z from 'zod/mini';
import { openvpnOffer } from '../gateways/openvpn-offer.ts';
import { wire } from '../wire.ts';

/** The data that a client needs to authenticate and reach a gateway's OpenVPN servers, without credentials. */
export const openvpnProfile = wire({
  /** The name that the server's certificate must have. */
  serverName: z.string(),
  ipv4: z.ipv4(),
  ipv6: z.nullable(z.ipv6()),
  /** The authorities that may have signed it, PEM: the current one and its successor. */
  ca: z.string(),
  /** A tls-crypt-v2 client key for this request only, PEM as OpenVPN accepts it inline. */
  tlsCryptV2ClientKey: z.string(),
  offers: z.array(openvpnOffer),
});
