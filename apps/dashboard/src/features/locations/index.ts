export { LocationChoice } from './location-choice.tsx';
export { locationInWords } from './location-text.ts';
export { type Location, locationsQuery, type Variant } from './locations.ts';
