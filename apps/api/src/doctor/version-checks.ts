import manifest from '../../package.json' with { type: 'json' };
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { type Finding, good, warning } from './finding.ts';

/** This release, and those that the gateways in service have reported. */
export async function checkVersions(db: Database): Promise<readonly Finding[]> {
  const { rows } = await sql<{ version: string; gateways: number }>`
    select version, count(*)::int as gateways from gateways
    where retired_at is null and version is not null group by version order by version`.execute(db);
  return [
    good('version', `Comet ${manifest.version}, Node.js ${process.versions.node}`),
    ...gatewayFindings(rows, manifest.version),
  ];
}

/** Warns if gateways run another version than `own`; no finding without gateways. */
export function gatewayFindings(
  found: readonly { readonly version: string; readonly gateways: number }[],
  own: string,
): readonly Finding[] {
  if (found.length === 0) return [];
  const listed = found.map(({ version, gateways }) => `${gateways} with ${version}`).join(', ');
  const isMixed = found.some(({ version }) => version !== own);
  const part = 'gateways';
  return [
    isMixed
      ? warning(part, listed, `update them to ${own}: “Upgrades” in docs/operations.md`)
      : good(part, listed),
  ];
}
