export { type FeedEffect, FeedState, staleAfter } from './feed-state.ts';
export {
  type FeedChange,
  feedChange,
  type FeedFile,
  feedFile,
  newFeedFile,
  replayFeed,
  withoutDamagedState,
} from './feed.store.ts';
export { followFeed } from './follow-feed.ts';
export { Grants } from './grants.ts';
export { openFeed } from './open-feed.ts';
export { Revocations } from './revocations.ts';
