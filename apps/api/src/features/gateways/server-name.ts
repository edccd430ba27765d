/** The name in the certificate of a gateway's admission endpoint. It is never resolved: clients get the address from the signed list. */
export function serverNameOf(gatewayId: string): string {
  return `gw-${gatewayId}.gateway.comet`;
}
