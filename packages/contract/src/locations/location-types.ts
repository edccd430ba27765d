/** Location types: whose addresses the traffic exits from, and for which customers. */
export const locationTypes = [
  'standard',
  'native_residential',
  'residential',
  'dedicated',
  'dedicated_residential',
  'company',
  'specialty',
] as const;

export type LocationType = (typeof locationTypes)[number];

/** Whether traffic exits from a data center, at its gateway. Other locations use exits or dedicated IPs. The status counts these. */
export function isDataCenter({ type }: { readonly type: LocationType }): boolean {
  return type === 'standard' || type === 'specialty' || type === 'company';
}
