import { writeFile } from 'node:fs/promises';
import { inRepository } from '../repository.ts';
import { crateLibraries, npmLibraries } from './bundled-libraries.ts';
import type { Library } from './notices.ts';

/** Delivered workspaces; sandbox, lab, stack, e2e and bench are for development only. */
export const DELIVERED = [
  'apps/api',
  'apps/daemon',
  'apps/dashboard',
  'apps/desktop/ui',
  'apps/exit',
  'apps/gateway',
  'apps/site',
] as const;

const HEAD = `Third-party notices of Comet VPN

Libraries from npm and crates.io that are part of what is delivered: name, version, licence (SPDX)
and copyright lines. The packages contain the full texts (/usr/share/doc/comet/NOTICES).
Written by \`npm run notices\`: do not edit.

`;

/** One line for each library, followed by the copyright lines of its licence files. */
export function thirdPartyList(libraries: readonly Library[]): string {
  const entries = libraries.map(({ name, version, licence, texts }) => {
    const copyrights = texts.flatMap((text) => text.match(/^[ \t]*copyright (?:\(c\)|©|\d).*$/gim) ?? []);
    const lines = [...new Set(copyrights.map((line) => `  ${line.trim()}`))];
    return [`${name} ${version}: ${licence}`, ...lines].join('\n');
  });
  return `${[...new Set(entries)].toSorted().join('\n')}\n`;
}

if (import.meta.main) {
  const crates = await crateLibraries([
    'cli',
    'dns-filter',
    'listener',
    'local-resolver',
    'relay',
    'transport',
    'udp-offload',
    'desktop',
  ]);
  const libraries = [...(await npmLibraries(DELIVERED)), ...crates];
  await writeFile(inRepository('THIRD_PARTY_NOTICES'), HEAD + thirdPartyList(libraries));
}
