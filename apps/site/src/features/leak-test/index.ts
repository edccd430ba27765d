export { type LeakTest, lastLeakTest } from './leak-test.ts';
