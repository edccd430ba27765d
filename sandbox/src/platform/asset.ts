import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The file beside the caller as text; `base` is the caller's `import.meta.url`. */
export function readAsset(base: string, path: string): string {
  return readFileSync(new URL(path, base), 'utf8');
}

/** A browser script written in TypeScript, as the JavaScript that browsers run. Its only imports may be of types. */
export function readBrowserScript(base: string, path: string): string {
  return stripTypeScriptTypes(readAsset(base, path));
}
