import { fileURLToPath } from 'node:url';

/** Returns the path of a program that runs besides the agent: its source, or its bundle next to the agent's. */
export function programPath(name: 'openvpn' | 'proxy'): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(
    new URL(isSource ? `../../main.${name}.ts` : `./comet-gateway-${name}.mjs`, import.meta.url),
  );
}
