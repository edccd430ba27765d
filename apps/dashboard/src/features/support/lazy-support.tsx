import { lazyComponent } from '../../platform/screen/lazy-component.tsx';
import type { SupportChatProps } from './support-chat.tsx';
import { onOpenRequest } from './open-support.ts';

/** The support window, loaded after the rest of the page; at once when a link to it is clicked. */
export const LazySupportChat = lazyComponent<SupportChatProps>(
  () => import('./support-chat.tsx'),
  4_000,
  onOpenRequest,
);

/** The support form for visitors who are not signed in. */
export const VisitorSupport = lazyComponent(() => import('./visitor-support.tsx'), 4_000);
