import { fileURLToPath } from 'node:url';

/** The path of a program of ours that runs beside the agent: its source, or what stands beside the agent when both are built. */
export function ownProgram(name: 'openvpn' | 'proxy'): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(
    new URL(isSource ? `../../main.${name}.ts` : `./comet-gateway-${name}.mjs`, import.meta.url),
  );
}
