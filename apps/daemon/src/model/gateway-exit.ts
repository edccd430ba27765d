/** The exit that forwards traffic in place of the gateway's own addresses. */
export type GatewayExit =
  | { readonly type: 'native_residential' | 'residential'; readonly location: string }
  | { readonly type: 'dedicated'; readonly serviceId: string; readonly address: string };

/** Whether a location has residential exits. Traffic of `native_residential` is metered. */
export function isResidential(type: string): type is 'native_residential' | 'residential' {
  return type === 'native_residential' || type === 'residential';
}

/** Returns whether two choices of an exit are the same dedicated IP, or the same location. Undefined is the gateway's own address. */
export function sameExit(one: GatewayExit | undefined, other: GatewayExit | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.type === 'dedicated')
    return other.type === 'dedicated' && one.serviceId === other.serviceId && one.address === other.address;
  return other.type !== 'dedicated' && one.location === other.location;
}
