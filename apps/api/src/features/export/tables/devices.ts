import { type ExportedTable, hash } from './exported-table.ts';

/** Devices, configuration files and the gateways that they connect to. */
export const deviceTables: readonly ExportedTable[] = [
  {
    table: 'devices',
    title: 'Devices',
    about: 'The devices you connect from.',
    columns: ['id', 'name', 'platform', 'slot', 'session_id', 'created_at', 'removed_at'],
    withheld: { device_hash: hash },
  },
  {
    table: 'gateway_grants',
    title: 'Downloaded configs',
    about: 'Which servers accept your downloaded WireGuard configs, OpenVPN credentials and proxy users.',
    columns: [
      ...['id', 'gateway_id', 'sub', 'kind', 'public_key', 'host', 'holder_id', 'terms'],
      ...['created_at', 'withdrawn_at'],
    ],
    withheld: { mac: hash, sealed_key: 'The encrypted key of your OpenVPN credentials.' },
  },
  {
    table: 'wireguard_configs',
    title: 'WireGuard files',
    about: 'The WireGuard configs you created. Their private keys never reached us.',
    columns: ['id', 'grant_id', 'name', 'public_key', 'created_at'],
  },
  {
    table: 'openvpn_credentials',
    title: 'OpenVPN credentials',
    about: 'Your username on our OpenVPN servers, and since when it’s active.',
    columns: ['username', 'created_at'],
    withheld: {
      sealed_password: 'Shown on the download page: with it, others could use your plan.',
      shared_username: 'Your username again, once all of our servers have it in the current format.',
    },
  },
  {
    table: 'favorite_locations',
    title: 'Favorite locations',
    about: 'Your favorite locations.',
    columns: ['location_code', 'marked_at'],
  },
];
