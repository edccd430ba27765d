import { lazyComponent } from '../../platform/screen/lazy-component.tsx';
import type { SupportChatProps } from './support-chat.tsx';
import { onOpenRequest } from './open-support.ts';

/** The support window, loaded after the rest of the page; at once when a link to it is clicked. */
export const SupportLater = lazyComponent<SupportChatProps>(
  () => import('./support-chat.tsx'),
  4_000,
  onOpenRequest,
);
