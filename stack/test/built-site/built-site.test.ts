import { describe } from 'vitest';
import { contentTests } from './content-tests.ts';
import { loadingTests } from './loading-tests.ts';
import { metadataTests } from './metadata-tests.ts';

// One file: the tests of all subjects share one build.
describe('content', () => {
  contentTests();
});
describe('loading', () => {
  loadingTests();
});
describe('metadata', () => {
  metadataTests();
});
