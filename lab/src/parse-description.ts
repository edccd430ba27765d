import { hostNames, isLabId, labHosts } from './addresses.ts';
import type { LabDescription, LabHostName, SiteUrl } from './lab.ts';

/** Parses a lab description; null if it is invalid or has other hosts than the address plan. */
export function parseDescription(value: unknown): LabDescription | null {
  if (!isRecord(value)) return null;
  const { id, stateDir, hosts, echoUrl, otherSiteUrl, env } = value;
  if (typeof id !== 'string' || !isLabId(id) || typeof stateDir !== 'string') return null;
  if (!isRecord(hosts) || !isSiteUrl(echoUrl) || !isSiteUrl(otherSiteUrl)) return null;
  // Addresses are fixed: a description with other addresses was created by another version.
  const planned = labHosts(id);
  for (const name of hostNames) {
    const host = hosts[name];
    if (!isRecord(host)) return null;
    if (Object.entries(planned[name]).some(([key, expected]) => host[key] !== expected)) return null;
  }
  const description = { id, stateDir, hosts: planned, echoUrl, otherSiteUrl };
  if (env === undefined) return description;
  return isEnvironment(env) ? { ...description, env } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSiteUrl(value: unknown): value is SiteUrl & Record<string, unknown> {
  return isRecord(value) && ['ipv4', 'ipv6', 'name'].every((key) => typeof value[key] === 'string');
}

function isEnvironment(value: unknown): value is Partial<Record<LabHostName, Record<string, string>>> {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([host, variables]) =>
        hostNames.some((name) => name === host) &&
        isRecord(variables) &&
        Object.values(variables).every((text) => typeof text === 'string'),
    )
  );
}
