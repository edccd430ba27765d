import { registerHooks } from 'node:module';

/**
 * Writes a TypeScript client of the committed document into a folder: `node generate-client.ts FOLDER`. The generator needs TypeScript's
 * JavaScript API, which 7 does not have, so its import resolves to version 6, which is installed for this package.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
});

const [folder = ''] = process.argv.slice(2);
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({
  input: new URL('../openapi.json', import.meta.url).pathname,
  output: { path: folder, module: { extension: '.ts' } },
  logs: { level: 'silent', file: false },
});
