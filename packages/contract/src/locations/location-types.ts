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
