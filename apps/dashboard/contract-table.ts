import type { Plugin } from 'vite';
import { api, type Endpoint } from '@comet/contract';

/** The contract's module with all endpoints. Importing it would bundle every schema. */
const TABLE = /\/packages\/contract\/src\/api\.ts$/;

/** Matches a use of an endpoint in the dashboard's code. */
const NAMED = /\bapi\.(\w+)\b/g;
const OURS = /\/apps\/dashboard\/src\/.*\.tsx?$/;

/** Run-time form of an endpoint. The compiler checks requests and replies; the API validates its input. */
const callable = ({ method, path, caller, body, reply, download }: Endpoint) => ({
  method,
  path,
  caller,
  ...(body === undefined ? {} : { body: true }),
  ...(reply === undefined ? {} : { reply: true }),
  ...(download === undefined ? {} : { download }),
});

/**
 * Inlines each endpoint at its use: method and path without schemas. A screen's chunk then contains only the
 * endpoints that it calls. Otherwise the first page would contain all of them with their schemas, a quarter of
 * its size.
 */
export const contractTable = (): Plugin => ({
  name: 'comet:contract-table',
  load: (id) => (TABLE.test(id) ? 'export const api = {};' : null),
  // After the removal of types, which also refer to endpoints.
  enforce: 'post',
  transform(code, id) {
    if (!OURS.test(id)) return null;
    const endpoints: Readonly<Record<string, Endpoint>> = api;
    return code.replaceAll(NAMED, (all, name: string) => {
      const endpoint = endpoints[name];
      return endpoint === undefined ? all : `(${JSON.stringify(callable(endpoint))})`;
    });
  },
});
