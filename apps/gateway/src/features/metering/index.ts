export { sliceSource } from './slice-source.ts';
export { type Slice, SliceLedger, type SliceSource } from './slice-ledger.ts';
export { type SlicesFile, slicesFile } from './slices.store.ts';
