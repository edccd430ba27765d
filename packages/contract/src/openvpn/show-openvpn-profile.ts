import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { openvpnProfile } from './profile.ts';

export const showOpenvpnProfile = endpoint({
  method: 'GET',
  path: '/api/v1/openvpn/gateways/{id}/profile',
  summary: 'Show the OpenVPN profile of one gateway',
  tag: 'Downloads',
  caller: 'user',
  params: wire({ id }),
  reply: openvpnProfile,
  status: 200,
  errors: ['email_unverified', 'subscription_required', 'protocol_unavailable'],
});
