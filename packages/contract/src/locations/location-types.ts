/** Of what kind a location is: by whose addresses traffic leaves there, and for whom. */
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
