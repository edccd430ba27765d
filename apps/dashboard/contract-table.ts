import type { Plugin } from 'vite';
import { api, type Endpoint } from '@comet/contract';

/** Where the contract's endpoints are gathered; the only file of it that drags every schema along. */
const TABLE = /\/packages\/contract\/src\/api\.ts$/;

/** What the caller asks an endpoint at run time. The compiler has checked requests and replies; the API checks what it gets. */
const callable = ({ method, path, caller, body, reply, download }: Endpoint) => ({
  method,
  path,
  caller,
  ...(body === undefined ? {} : { body: true }),
  ...(reply === undefined ? {} : { reply: true }),
  ...(download === undefined ? {} : { download }),
});

/** The endpoints as the browser gets them: addresses without schemas, which would be a quarter of the first page. */
export const contractTable = (): Plugin => ({
  name: 'comet:contract-table',
  load(id) {
    if (!TABLE.test(id)) return null;
    const table = Object.fromEntries(
      Object.entries(api).map(([name, endpoint]) => [name, callable(endpoint)]),
    );
    return `export const api = ${JSON.stringify(table)};`;
  },
});
