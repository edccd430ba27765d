export { createForwardingRules } from './forwarding-rules.ts';
export { serve } from './serve.ts';
export { type Status, statusFile } from './status.store.ts';
