/** By what traffic leaves behind a gateway, when not by the gateway's own addresses. */
export type GatewayExit =
  | { readonly type: 'native_residential' | 'residential'; readonly location: string }
  | { readonly type: 'dedicated'; readonly serviceId: string; readonly address: string };

/** The types of the locations that traffic leaves by exits. Of the native ones each byte is paid for. */
export function isResidential(type: string): type is 'native_residential' | 'residential' {
  return type === 'native_residential' || type === 'residential';
}

export function sameExit(one: GatewayExit | undefined, other: GatewayExit | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.type === 'dedicated')
    return other.type === 'dedicated' && one.serviceId === other.serviceId && one.address === other.address;
  return other.type !== 'dedicated' && one.location === other.location;
}
