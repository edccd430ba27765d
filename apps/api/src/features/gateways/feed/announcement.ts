/** A payload of NOTIFY must be shorter than 8,000 bytes (PostgreSQL's documentation of NOTIFY). */
const maxPayloadBytes = 7_999;

const gatewayIds = /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/;

/** Begins the payload that announces changed settings instead of changes. Earlier releases look for changes for all gateways. */
const settingsPrefix = 'settings ';

/**
 * Returns the payload that announces changes for gateways: their ids, separated by commas; empty for all gateways (null among them), also
 * where the list is too long. Earlier releases send an empty payload and ignore the content.
 */
export function announcementOf(gateways: Iterable<string | null>): string {
  return payloadOf('', gateways);
}

/** Returns the payload that announces that the settings of gateways (`portForwardingOf`) have changed. */
export function settingsAnnouncementOf(gateways: Iterable<string>): string {
  return payloadOf(settingsPrefix, gateways);
}

function payloadOf(prefix: string, gateways: Iterable<string | null>): string {
  const announced = new Set(gateways);
  const payload = `${prefix}${[...announced].join(',')}`;
  return !announced.has(null) && payload.length <= maxPayloadBytes ? payload : prefix;
}

/**
 * Returns whether a payload announces changed settings, and of which gateways: null for all, also for a payload in another form, which a
 * later release may send.
 */
export function readAnnouncement(payload: string): {
  readonly isSettings: boolean;
  readonly gateways: readonly string[] | null;
} {
  const isSettings = payload.startsWith(settingsPrefix);
  return {
    isSettings,
    gateways: announcedGateways(isSettings ? payload.slice(settingsPrefix.length) : payload),
  };
}

const announcedGateways = (payload: string): readonly string[] | null =>
  gatewayIds.test(payload) ? payload.split(',') : null;
