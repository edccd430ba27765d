import { type ProxyAccess, proxyLine } from '../proxy-access/index.ts';

export const exportFormats = ['txt', 'csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** One address in a machine-readable form. */
export interface ExportedAddress {
  readonly address: string;
  readonly type: string;
  readonly country: string;
  readonly city: string | null;
  readonly host: string;
  readonly httpPort: number;
  readonly socksPort: number;
  readonly username: string;
  readonly password: string;
  readonly activeUntil: string;
  readonly note: string;
}

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
};

/** Addresses as a file: lines of `http://USER:PASSWORD@HOST:PORT`, a table (RFC 4180), or a list of objects. */
export function exportOf(format: ExportFormat, addresses: readonly ExportedAddress[]): string {
  switch (format) {
    case 'txt':
      return addresses.map((each) => `${proxyLine('http', httpOf(each))}\n`).join('');
    case 'csv':
      return [columns, ...addresses.map(valuesOf)]
        .map((row) => `${row.map((value) => cell(value)).join(',')}\r\n`)
        .join('');
    case 'json':
      return `${JSON.stringify(addresses.map(objectOf), null, 2)}\n`;
  }
}

const columns = [
  'address',
  'type',
  'country',
  'city',
  'host',
  'http_port',
  'socks5_port',
  'username',
  'password',
  'active_until',
  'note',
] as const;

function valuesOf(each: ExportedAddress): readonly (string | number | null)[] {
  const { address, type, country, city, host, httpPort, socksPort, username, password } = each;
  return [
    address,
    type,
    country,
    city,
    host,
    httpPort,
    socksPort,
    username,
    password,
    each.activeUntil,
    each.note,
  ];
}

function objectOf(each: ExportedAddress): Readonly<Record<string, string | number | null>> {
  const values = valuesOf(each);
  return Object.fromEntries(columns.map((column, place) => [column, values[place] ?? null]));
}

function httpOf({ host, httpPort, username, password }: ExportedAddress): ProxyAccess {
  return { host, port: httpPort, username, password };
}

/**
 * A text that a spreadsheet would interpret as a formula gets a leading apostrophe, which marks it as text
 * (OWASP, CSV injection); Japanese spreadsheets also accept the full-width signs.
 */
function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
