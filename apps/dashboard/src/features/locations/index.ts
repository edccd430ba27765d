export { LocationChoice } from './location-choice.tsx';
export { placeInWords } from './location-words.ts';
export { type Location, locationsQuery, type Variant } from './locations.ts';
