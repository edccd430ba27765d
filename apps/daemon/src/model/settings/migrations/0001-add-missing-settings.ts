/**
 * Settings had no version, and missing values were filled in when they were read. From this version on every value is stored,
 * so that a later change of a default does not change existing settings.
 */
export function addMissingSettings(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    protocol: 'automatic',
    variant: 'automatic',
    server: 'last',
    dns: null,
    blockLists: { ads: false, trackers: false, malware: false },
    splitTunnel: { mode: 'off', apps: [], networks: [] },
    autoConnect: false,
    trustedNetworks: [],
    localProxies: [],
    pausedUntil: null,
    postQuantum: true,
    ...settings,
  };
}
