import { endpoint } from '../endpoint.ts';
import { locationCode } from '../fields.ts';
import { openvpnVariant } from '../gateways/openvpn-offer.ts';
import { wire } from '../wire.ts';
import { openvpnProfile } from './profile.ts';

export const chooseOpenvpnProfile = endpoint({
  method: 'GET',
  path: '/api/v1/openvpn/profile',
  summary: 'Show the OpenVPN profile of the least loaded gateway of a location that offers a variant',
  tag: 'Downloads',
  caller: 'user',
  query: wire({ location: locationCode, variant: openvpnVariant }),
  reply: openvpnProfile,
  status: 200,
  errors: ['email_unverified', 'subscription_required', 'gateway_unavailable', 'protocol_unavailable'],
});
