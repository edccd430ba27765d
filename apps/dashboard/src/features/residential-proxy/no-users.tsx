import { proxyUsersTexts as texts } from '@comet/texts';
import { Button, EmptyState } from '@comet/ui';
import { ProxyPicture } from './proxy-picture.tsx';

/** Before the first user: what one is, and the button to add it. */
export function NoUsers({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <EmptyState picture={<ProxyPicture />} action={<Button onClick={onAdd}>{texts.add}</Button>}>
      {texts.none}
    </EmptyState>
  );
}
