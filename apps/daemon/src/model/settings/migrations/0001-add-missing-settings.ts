/**
 * Settings had no version, and each choice that came later was filled in when they were read. From here on every choice is written down,
 * so that a later change of what is meant by none changes nothing for whoever has one.
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
