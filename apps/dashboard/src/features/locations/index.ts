export { LocationChoice } from './location-choice.tsx';
export { locationLabel } from './location-text.ts';
export { type Location, locationsQuery, type Variant } from './locations.ts';
export { useSuggestedLocation } from './use-suggested-location.ts';
export { useRequiredLocations } from './use-required-locations.ts';
