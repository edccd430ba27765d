import { type ExportedTable, hash } from './exported-table.ts';

/** Machines, files and the places that they connect to. */
export const machineTables: readonly ExportedTable[] = [
  {
    table: 'devices',
    title: 'Devices',
    about: 'The machines that you connect from.',
    columns: ['id', 'name', 'platform', 'slot', 'session_id', 'created_at', 'removed_at'],
    withheld: { device_hash: hash },
  },
  {
    table: 'gateway_grants',
    title: 'Downloaded configs',
    about:
      'Which servers let your downloaded WireGuard configs, your OpenVPN credentials and your users of the proxy in.',
    columns: [
      ...['id', 'gateway_id', 'sub', 'kind', 'public_key', 'host', 'holder_id', 'terms'],
      ...['created_at', 'withdrawn_at'],
    ],
    withheld: { mac: hash },
  },
  {
    table: 'wireguard_configs',
    title: 'WireGuard files',
    about: 'The configuration files that you made. Their private keys never reached us.',
    columns: ['id', 'grant_id', 'name', 'public_key', 'created_at'],
  },
  {
    table: 'openvpn_credentials',
    title: 'OpenVPN credentials',
    about: 'Your user name at our OpenVPN servers, and since when it is in force.',
    columns: ['username', 'created_at'],
    withheld: { sealed_password: 'Stands on the download page; whoever has it can use your plan.' },
  },
  {
    table: 'favorite_locations',
    title: 'Favorite locations',
    about: 'The locations that you marked.',
    columns: ['location_code', 'marked_at'],
  },
];
