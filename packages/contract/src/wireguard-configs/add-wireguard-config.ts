import { endpoint } from '../endpoint.ts';
import { deviceName, locationCode, ownWireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';
import { wireguardConfig } from './wireguard-config.ts';

export const addWireguardConfig = endpoint({
  method: 'POST',
  path: '/api/v1/wireguard-configs',
  summary: 'Authorise a WireGuard key at a location, for a configuration file',
  tag: 'Downloads',
  caller: 'user',
  body: wire({ name: deviceName, location: locationCode, publicKey: ownWireguardKey }),
  reply: wire({ config: wireguardConfig }),
  status: 201,
  errors: [
    'email_unverified',
    'subscription_required',
    'device_limit_reached',
    'wireguard_key_taken',
    'gateway_unavailable',
    'idempotency_key_reused',
  ],
  idempotent: true,
  limit: { calls: 100, seconds: 600 },
});
