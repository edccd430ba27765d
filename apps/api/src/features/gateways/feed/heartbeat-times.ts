/** So many groups of gateways have their heartbeats at different times, and those of a group together: one read serves the group. */
const groups = 20;

/**
 * Returns when the next heartbeat of a gateway is due after `now` (Unix time in ms), at most one interval later. The gateway's id determines
 * its group, so that streams which were opened at one moment have their heartbeats spread over the interval.
 */
export function nextHeartbeat(gatewayId: string, now: number, intervalMs: number): number {
  const group = Number.parseInt(gatewayId.slice(-6), 16) % groups;
  const offset = (group * intervalMs) / groups;
  return (Math.floor((now - offset) / intervalMs) + 1) * intervalMs + offset;
}
