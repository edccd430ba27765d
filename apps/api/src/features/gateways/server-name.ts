/** The name in the certificate of a gateway's door. It is never looked up: clients have the address from the signed list. */
export function serverNameOf(gatewayId: string): string {
  return `gw-${gatewayId}.gateway.comet`;
}
