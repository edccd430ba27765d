import type { Plugin } from 'vite';
import { api, type Endpoint } from '@comet/contract';

/** Where the contract's endpoints are gathered; the only file of it that drags every schema along. */
const TABLE = /\/packages\/contract\/src\/api\.ts$/;

/** How the dashboard names an endpoint. */
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
 * Inlines endpoints where they are called: method and path without schemas. A screen then contains only the endpoints it calls, and the
 * first page neither the other hundred nor the schemas, which would be a quarter of it.
 */
export const contractTable = (): Plugin => ({
  name: 'comet:contract-table',
  load: (id) => (TABLE.test(id) ? 'export const api = {};' : null),
  // After the types are gone, which name endpoints too.
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
