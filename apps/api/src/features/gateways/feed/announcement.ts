/** A payload of NOTIFY must be shorter than 8,000 bytes (PostgreSQL's documentation of NOTIFY). */
const maxPayloadBytes = 7_999;

const gatewayIds = /^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/;

/**
 * Returns the payload that announces changes for gateways: their ids, separated by commas; empty for all gateways (null among them), also
 * where the list is too long. Earlier releases send an empty payload and ignore the content.
 */
export function announcementOf(gateways: Iterable<string | null>): string {
  const announced = new Set(gateways);
  const payload = [...announced].join(',');
  return !announced.has(null) && payload.length <= maxPayloadBytes ? payload : '';
}

/** Returns the gateways that a payload announces; null for all, also for a payload in another form, which a later release may send. */
export function announcedGateways(payload: string): readonly string[] | null {
  return gatewayIds.test(payload) ? payload.split(',') : null;
}
